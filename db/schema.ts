/**
 * The one description of the database. The box office's tables come first, with every protection the
 * product relies on; the lab's tables come last, with none, because there the race must be able to happen.
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgEnum,
  pgSchema,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { RaceIncident, RaceResult, RaceSettings } from "#contract/lab";
import type { GameState } from "#contract/lab-game";
import type { Localized } from "#contract/language";
import type { Layout, Prices } from "#contract/layout";
import type { History } from "#histories/history";
import type { RefusedKey } from "./transitions/keys";

const instant = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const priceClass = pgEnum("price_class", ["standard", "vip", "couple", "wheelchair"]);
export const seatStatus = pgEnum("seat_status", ["available", "held", "booked", "blocked"]);
export const paymentStatus = pgEnum("payment_status", [
  "asking",
  "authorised",
  "declined",
  "captured",
  /** Set aside or asked for, and owed back since the seats cannot be sold for it any more. */
  "voiding",
  "voided",
  /** Taken, and owed back since the booking was cancelled. */
  "refunding",
  "refunded",
]);

export const raceStatus = pgEnum("race_status", ["queued", "preparing", "running", "done", "failed"]);

export const movies = pgTable("movies", {
  id: text().primaryKey(),
  title: jsonb().$type<Localized>().notNull(),
  synopsis: jsonb().$type<Localized>().notNull(),
  genre: jsonb().$type<Localized>().notNull(),
  durationMinutes: integer("duration_minutes").notNull(),
  rating: text().notNull(),
  palette: jsonb().$type<[string, string]>().notNull(),
});

export const auditoriums = pgTable("auditoriums", {
  id: text().primaryKey(),
  name: jsonb().$type<Localized>().notNull(),
  layout: jsonb().$type<Layout>().notNull(),
});

export const shows = pgTable(
  "shows",
  {
    id: text("show_id").primaryKey(),
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id),
    auditoriumId: text("auditorium_id")
      .notNull()
      .references(() => auditoriums.id),
    startsAt: instant("starts_at").notNull(),
    prices: jsonb().$type<Prices>().notNull(),
    /** Raised by one for every seat change, in the same transaction. */
    version: integer().notNull().default(0),
    /** Seats that are held, booked or blocked: kept with the version, so that no page counts seats. */
    seatsTaken: integer("seats_taken").notNull().default(0),
    /** No hold of this show lapses before this moment; the sweep looks nowhere else. */
    nextLapse: instant("next_lapse"),
    /** Whether `refused_keys` has any of this show: a sale that finds it false need not look there. */
    hasRefusedKeys: boolean("has_refused_keys").notNull().default(false),
  },
  (table) => [
    index("shows_starts").on(table.startsAt),
    index("shows_lapse").on(table.nextLapse).where(sql`next_lapse IS NOT NULL`),
    /** By what the references of its bookings begin with; see read-bookings.ts. */
    index("shows_reference_prefix").on(
      sql`((('x' || substr(md5(show_id), 1, 6))::bit(24)::integer % 12167))`,
    ),
  ],
);

const seatColumns = () => ({
  /** Index in the auditorium's layout. */
  seat: integer().notNull(),
  label: text().notNull(),
  priceClass: priceClass("price_class").notNull(),
  status: seatStatus().notNull().default("available"),
  /** Grows with every grant of the seat; every later write of that grant must present it. */
  fence: integer().notNull().default(0),
  holdId: text("hold_id"),
  /** The buyer who holds the seat or has booked it. */
  heldBy: text("held_by"),
  heldSince: instant("held_since"),
  holdUntil: instant("hold_until"),
  bookingReference: text("booking_reference"),
});

/**
 * One row per seat and show. No index but the key: every status change then stays a HOT update in its own
 * page (see the fill factor in the first migration), and a hold is found by its show's few hundred rows. No check
 * either: Postgres reads a check's text anew for every statement, which was more than half of what a sale's update
 * costs (28 µs against 12). What they said is asked of the tables by every test instead (testing/invariants.ts).
 */
export const seats = pgTable(
  "seats",
  {
    showId: text("show_id")
      .notNull()
      .references(() => shows.id, { onDelete: "cascade" }),
    ...seatColumns(),
  },
  (table) => [primaryKey({ columns: [table.showId, table.seat] })],
);

export const bookings = pgTable(
  "bookings",
  {
    showId: text("show_id").notNull(),
    reference: text().notNull(),
    /** A guest's label never equals the name in a cookie. */
    buyer: text().notNull(),
    /** Whole VND. */
    total: integer().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    /** What was asked with that key, so that another request under the same key is noticed. */
    requestHash: text("request_hash").notNull(),
    name: text(),
    email: text(),
    createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.showId, table.reference] }),
    uniqueIndex("bookings_idempotency").on(table.showId, table.buyer, table.idempotencyKey),
    index("bookings_of_buyer").on(table.buyer),
  ],
);

export const bookingSeats = pgTable(
  "booking_seats",
  {
    showId: text("show_id").notNull(),
    reference: text().notNull(),
    seat: integer().notNull(),
    price: integer().notNull(),
    releasedAt: instant("released_at"),
  },
  (table) => [
    primaryKey({ columns: [table.showId, table.reference, table.seat] }),
    /** The last guard against our own bugs: a seat is sold at most once at a time. */
    uniqueIndex("booking_seats_sold_once").on(table.showId, table.seat).where(sql`released_at IS NULL`),
  ],
);

/** Keys of sales that were refused: what is still under way with such a key can no longer use it. */
export const refusedKeys = pgTable(
  "refused_keys",
  {
    showId: text("show_id").notNull(),
    buyer: text().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    requestHash: text("request_hash").notNull(),
    /** The answer that is repeated: the refusal's code, and the seats it named. */
    refusal: jsonb().$type<RefusedKey>().notNull(),
    refusedAt: instant("refused_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.showId, table.buyer, table.idempotencyKey] }),
    index("refused_keys_age").on(table.refusedAt),
  ],
);

/** Our own record of every attempt to pay, so that no authorisation is forgotten. Of a card only the last four digits. */
export const payments = pgTable(
  "payments",
  {
    showId: text("show_id").notNull(),
    id: text().notNull(),
    buyer: text().notNull(),
    /** The key of the booking it pays for: the two find each other by it. */
    idempotencyKey: text("idempotency_key").notNull(),
    holdId: text("hold_id").notNull(),
    /** Whole VND. */
    amount: integer().notNull(),
    lastFour: text("last_four").notNull(),
    status: paymentStatus().notNull().default("asking"),
    /** The provider's own name for what it granted. */
    authorisation: text(),
    createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
    updatedAt: instant("updated_at").notNull().default(sql`clock_timestamp()`),
    /** When the settler may look at it next: whoever is at it has until then. */
    settleAt: instant("settle_at").notNull().default(sql`now()`),
    /** How often the settler has tried, and what it heard the last time that it failed. */
    settleAttempts: integer("settle_attempts").notNull().default(0),
    settleError: text("settle_error"),
  },
  (table) => [
    primaryKey({ columns: [table.showId, table.id] }),
    uniqueIndex("payments_idempotency").on(table.showId, table.buyer, table.idempotencyKey),
    index("payments_open")
      .on(table.settleAt)
      .where(sql`status NOT IN ('declined', 'captured', 'voided', 'refunded')`),
  ],
);

/**
 * The change feed: one row for all changes of one call, gap-free and ordered per show. A row covers the versions
 * from `version - cardinality(seats) + 1` to `version`, so whoever reads it sees where a pruned log begins.
 */
export const seatChanges = pgTable(
  "seat_changes",
  {
    showId: text("show_id").notNull(),
    version: integer().notNull(),
    seats: integer().array().notNull(),
    status: seatStatus().notNull(),
    changedAt: instant("changed_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.showId, table.version] }),
    index("seat_changes_age").on(table.changedAt),
  ],
);

export const archive = pgSchema("archive");

/** The seats of shows that are long over, moved here by `npm run db:archive`. */
export const archivedSeats = archive.table(
  "seats",
  {
    showId: text("show_id").notNull(),
    ...seatColumns(),
    archivedAt: instant("archived_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.showId, table.seat] })],
);

/** What the lab's strategies fight over: deliberately without any protecting constraint. */
export const labSeats = pgTable(
  "lab_seats",
  {
    raceId: text("race_id").notNull(),
    label: text().notNull(),
    isBooked: boolean("is_booked").notNull().default(false),
    bookedBy: text("booked_by"),
    /** The highest fencing token this seat has seen. */
    fence: bigint({ mode: "number" }).notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.raceId, table.label] })],
);

/** The locks of the strategy that keeps them in a table. */
export const labLocks = pgTable("lab_locks", {
  name: text().primaryKey(),
  owner: text().notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** Every sale a strategy believes in. Double bookings are counted from here. */
export const labSales = pgTable(
  "lab_sales",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    raceId: text("race_id").notNull(),
    label: text().notNull(),
    buyer: text().notNull(),
    strategy: text().notNull(),
    instance: integer().notNull().default(0),
    soldAt: instant("sold_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("lab_sales_race").on(table.raceId)],
);

/**
 * The lab's races: the line they wait in, and what is kept of each for good. Any node reads them; the one that runs a
 * race says so again and again, so that the others see when it has died.
 */
export const labRaces = pgTable(
  "lab_races",
  {
    raceId: text("race_id").primaryKey(),
    /** Its place in the line. */
    number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    /** Who asked for it, and from where: forgotten when it is over. */
    submitter: text(),
    address: text(),
    settings: jsonb().$type<RaceSettings>().notNull(),
    status: raceStatus().notNull().default("queued"),
    requests: integer().notNull(),
    answered: integer().notNull().default(0),
    sold: integer().notNull().default(0),
    lockTtlMs: integer("lock_ttl_ms"),
    stepsTold: integer("steps_told").notNull().default(0),
    stepsLeftOut: integer("steps_left_out").notNull().default(0),
    incidents: jsonb().$type<RaceIncident[]>().notNull().default([]),
    result: jsonb().$type<RaceResult>(),
    error: jsonb().$type<Localized>(),
    history: jsonb().$type<History>(),
    node: text(),
    aliveAt: instant("alive_at"),
    submittedAt: instant("submitted_at").notNull().default(sql`clock_timestamp()`),
    endedAt: instant("ended_at"),
  },
  (table) => [index("lab_races_line").on(table.number).where(sql`ended_at IS NULL`)],
);

/** A race's steps in the order they were told, some at a time: a list as JSON, compressed. */
export const labRaceSteps = pgTable(
  "lab_race_steps",
  {
    raceId: text("race_id")
      .notNull()
      .references(() => labRaces.raceId, { onDelete: "cascade" }),
    /** The number of its first step, from 0. */
    first: integer().notNull(),
    steps: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.raceId, table.first] })],
);

/** The scheduler's games as they stand. The processes are one node's; another that takes the game over plays its moves again. */
export const labGames = pgTable(
  "lab_games",
  {
    gameId: text("game_id").primaryKey(),
    player: text().notNull(),
    address: text().notNull(),
    state: jsonb().$type<GameState>().notNull(),
    node: text().notNull(),
    /** How often it was set up: what an earlier node still writes is of an earlier one. */
    round: integer().notNull().default(1),
    aliveAt: instant("alive_at").notNull().default(sql`clock_timestamp()`),
    createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("lab_games_played").on(table.player).where(sql`ended_at IS NULL`),
    index("lab_games_age").on(table.createdAt),
  ],
);
