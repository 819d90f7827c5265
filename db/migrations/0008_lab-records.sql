CREATE TYPE "public"."race_status" AS ENUM('queued', 'preparing', 'running', 'done', 'failed');--> statement-breakpoint
CREATE TABLE "lab_games" (
	"game_id" text PRIMARY KEY NOT NULL,
	"player" text NOT NULL,
	"address" text NOT NULL,
	"state" jsonb NOT NULL,
	"node" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"alive_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lab_race_steps" (
	"race_id" text NOT NULL,
	"first" integer NOT NULL,
	"steps" "bytea" NOT NULL,
	CONSTRAINT "lab_race_steps_race_id_first_pk" PRIMARY KEY("race_id","first")
);
--> statement-breakpoint
CREATE TABLE "lab_races" (
	"race_id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lab_races_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"submitter" text,
	"address" text,
	"settings" jsonb NOT NULL,
	"status" "race_status" DEFAULT 'queued' NOT NULL,
	"requests" integer NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"lock_ttl_ms" integer,
	"steps_told" integer DEFAULT 0 NOT NULL,
	"steps_left_out" integer DEFAULT 0 NOT NULL,
	"incidents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" jsonb,
	"error" jsonb,
	"history" jsonb,
	"node" text,
	"alive_at" timestamp with time zone,
	"submitted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "lab_race_steps" ADD CONSTRAINT "lab_race_steps_race_id_lab_races_race_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."lab_races"("race_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lab_games_played" ON "lab_games" USING btree ("player") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "lab_games_age" ON "lab_games" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "lab_races_line" ON "lab_races" USING btree ("number") WHERE ended_at IS NULL;