CREATE SCHEMA "archive";
--> statement-breakpoint
CREATE TABLE "archive"."seats" (
	"show_id" text NOT NULL,
	"seat" integer NOT NULL,
	"label" text NOT NULL,
	"price_class" "price_class" NOT NULL,
	"status" "seat_status" DEFAULT 'available' NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"hold_id" text,
	"held_by" text,
	"held_since" timestamp with time zone,
	"hold_until" timestamp with time zone,
	"booking_reference" text,
	"archived_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seats_show_id_seat_pk" PRIMARY KEY("show_id","seat")
);
