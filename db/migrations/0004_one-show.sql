-- A show becomes the unit of everything: its id leads every key, and a call logs its changes in one row.
DROP FUNCTION IF EXISTS hold_seats(text[], int[], text[], text[], text[], int[], int[], int[], smallint[], int, int);--> statement-breakpoint
DROP FUNCTION IF EXISTS sell_seats(text[], int[], text[], text[], text[], text[], text[], int[], text[], text[], int[], int[], smallint[], int[], int[]);--> statement-breakpoint
DROP FUNCTION IF EXISTS log_changes(text[], int[], smallint[], seat_status, timestamptz);--> statement-breakpoint
ALTER TABLE "shows" RENAME COLUMN "id" TO "show_id";--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "seats_taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "has_refused_keys" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "shows" s SET "seats_taken" = t.taken
FROM (SELECT "show_id", count(*)::integer AS taken FROM "seats" WHERE "status" <> 'available' GROUP BY "show_id") t
WHERE t."show_id" = s."show_id";--> statement-breakpoint
CREATE INDEX "shows_starts" ON "shows" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "shows_lapse" ON "shows" USING btree ("next_lapse") WHERE next_lapse IS NOT NULL;--> statement-breakpoint
CREATE INDEX "shows_reference_prefix" ON "shows" USING btree ((('x' || substr(md5(show_id), 1, 6))::bit(24)::integer % 12167));--> statement-breakpoint
ALTER TABLE "seats" DROP CONSTRAINT "seats_held_is_complete";--> statement-breakpoint
ALTER TABLE "seats" DROP CONSTRAINT "seats_booked_has_booking";--> statement-breakpoint
ALTER TABLE "seats" ALTER COLUMN "seat" TYPE integer;--> statement-breakpoint
ALTER TABLE "bookings" RENAME COLUMN "customer" TO "buyer";--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
DROP INDEX "bookings_idempotency";--> statement-breakpoint
DROP INDEX "bookings_cancelled";--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_pkey";--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_show_id_reference_pk" PRIMARY KEY ("show_id", "reference");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_idempotency" ON "bookings" USING btree ("show_id", "buyer", "idempotency_key");--> statement-breakpoint
CREATE INDEX "bookings_of_buyer" ON "bookings" USING btree ("buyer");--> statement-breakpoint
ALTER TABLE "booking_seats" ALTER COLUMN "seat" TYPE integer;--> statement-breakpoint
ALTER TABLE "booking_seats" DROP CONSTRAINT "booking_seats_reference_seat_pk";--> statement-breakpoint
ALTER TABLE "booking_seats" ADD CONSTRAINT "booking_seats_show_id_reference_seat_pk" PRIMARY KEY ("show_id", "reference", "seat");--> statement-breakpoint
CREATE TABLE "refused_keys" (
	"show_id" text NOT NULL,
	"buyer" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"refusal" jsonb NOT NULL,
	"refused_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "refused_keys_show_id_buyer_idempotency_key_pk" PRIMARY KEY("show_id","buyer","idempotency_key")
);--> statement-breakpoint
CREATE INDEX "refused_keys_age" ON "refused_keys" USING btree ("refused_at");--> statement-breakpoint
DROP INDEX "payments_idempotency";--> statement-breakpoint
DROP INDEX "payments_open";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "customer" TO "buyer";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "updated_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_pkey";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_show_id_id_pk" PRIMARY KEY ("show_id", "id");--> statement-breakpoint
-- A value added to an enum cannot be used in the same transaction; a new type can.
ALTER TYPE "payment_status" RENAME TO "payment_status_before";--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('asking', 'authorised', 'declined', 'captured', 'voided', 'refunding', 'refunded');--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "status" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "status" TYPE "payment_status" USING "status"::text::"payment_status";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "status" SET DEFAULT 'asking';--> statement-breakpoint
DROP TYPE "payment_status_before";--> statement-breakpoint
UPDATE "payments" p SET "status" = 'refunding'
FROM "bookings" b
WHERE b."show_id" = p."show_id" AND b."buyer" = p."buyer" AND b."idempotency_key" = p."idempotency_key"
  AND b."cancelled_at" IS NOT NULL AND p."status" = 'captured';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_idempotency" ON "payments" USING btree ("show_id", "buyer", "idempotency_key");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("updated_at") WHERE status IN ('asking', 'authorised', 'refunding');--> statement-breakpoint
ALTER TABLE "seat_changes" ADD COLUMN "seats" integer[];--> statement-breakpoint
UPDATE "seat_changes" SET "seats" = ARRAY["seat"]::integer[];--> statement-breakpoint
ALTER TABLE "seat_changes" ALTER COLUMN "seats" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "seat_changes" DROP COLUMN "seat";--> statement-breakpoint
ALTER TABLE "seat_changes" ALTER COLUMN "changed_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
CREATE INDEX "seat_changes_age" ON "seat_changes" USING btree ("changed_at");
