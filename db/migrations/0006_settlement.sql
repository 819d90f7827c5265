-- The index says which payments are closed and so does not name the new value, which this transaction cannot use yet.
ALTER TYPE "public"."payment_status" ADD VALUE 'voiding' BEFORE 'voided';--> statement-breakpoint
DROP INDEX "payments_open";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settle_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settle_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settle_error" text;--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("settle_at") WHERE status NOT IN ('declined', 'captured', 'voided', 'refunded');
