CREATE TYPE "public"."price_class" AS ENUM('standard', 'vip', 'couple', 'wheelchair');--> statement-breakpoint
CREATE TYPE "public"."seat_status" AS ENUM('available', 'held', 'booked', 'blocked');--> statement-breakpoint
CREATE TABLE "auditoriums" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"layout" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_seats" (
	"reference" text NOT NULL,
	"show_id" text NOT NULL,
	"seat" smallint NOT NULL,
	"price" integer NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "booking_seats_reference_seat_pk" PRIMARY KEY("reference","seat")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"reference" text PRIMARY KEY NOT NULL,
	"customer" text NOT NULL,
	"show_id" text NOT NULL,
	"total" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"name" text,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lab_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lab_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"race_id" text NOT NULL,
	"label" text NOT NULL,
	"buyer" text NOT NULL,
	"strategy" text NOT NULL,
	"instance" integer DEFAULT 0 NOT NULL,
	"sold_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_seats" (
	"race_id" text NOT NULL,
	"label" text NOT NULL,
	"is_booked" boolean DEFAULT false NOT NULL,
	"booked_by" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "lab_seats_race_id_label_pk" PRIMARY KEY("race_id","label")
);
--> statement-breakpoint
CREATE TABLE "movies" (
	"id" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"synopsis" jsonb NOT NULL,
	"genre" jsonb NOT NULL,
	"duration_minutes" integer NOT NULL,
	"rating" text NOT NULL,
	"palette" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seat_changes" (
	"show_id" text NOT NULL,
	"version" integer NOT NULL,
	"seat" smallint NOT NULL,
	"status" "seat_status" NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seat_changes_show_id_version_pk" PRIMARY KEY("show_id","version")
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"show_id" text NOT NULL,
	"seat" smallint NOT NULL,
	"label" text NOT NULL,
	"price_class" "price_class" NOT NULL,
	"status" "seat_status" DEFAULT 'available' NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"hold_id" text,
	"held_by" text,
	"held_since" timestamp with time zone,
	"hold_until" timestamp with time zone,
	"booking_reference" text,
	CONSTRAINT "seats_show_id_seat_pk" PRIMARY KEY("show_id","seat"),
	CONSTRAINT "seats_held_is_complete" CHECK ("seats"."status" <> 'held' OR ("seats"."hold_id" IS NOT NULL AND "seats"."held_by" IS NOT NULL AND "seats"."held_since" IS NOT NULL AND "seats"."hold_until" IS NOT NULL)),
	CONSTRAINT "seats_booked_has_booking" CHECK ("seats"."status" <> 'booked' OR "seats"."booking_reference" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "shows" (
	"id" text PRIMARY KEY NOT NULL,
	"movie_id" text NOT NULL,
	"auditorium_id" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"prices" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"next_lapse" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_movie_id_movies_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_auditorium_id_auditoriums_id_fk" FOREIGN KEY ("auditorium_id") REFERENCES "public"."auditoriums"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "booking_seats_sold_once" ON "booking_seats" USING btree ("show_id","seat") WHERE released_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_idempotency" ON "bookings" USING btree ("customer","idempotency_key");--> statement-breakpoint
CREATE INDEX "lab_sales_race" ON "lab_sales" USING btree ("race_id");