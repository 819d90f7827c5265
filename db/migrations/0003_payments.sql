CREATE TYPE "public"."payment_status" AS ENUM('asking', 'authorised', 'declined', 'captured', 'voided', 'refunded');--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"customer" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"show_id" text NOT NULL,
	"hold_id" text NOT NULL,
	"amount" integer NOT NULL,
	"last_four" text NOT NULL,
	"status" "payment_status" DEFAULT 'asking' NOT NULL,
	"authorisation" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_idempotency" ON "payments" USING btree ("customer","idempotency_key");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("updated_at") WHERE status IN ('asking', 'authorised');--> statement-breakpoint
CREATE INDEX "bookings_cancelled" ON "bookings" USING btree ("cancelled_at") WHERE cancelled_at IS NOT NULL;