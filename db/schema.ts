/**
 * The one description of the database. The box office's tables come first, with every protection the
 * product relies on; the lab's tables come last, with none, because there the race must be able to happen.
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Localized } from "#contract/language";
import type { Layout, Prices } from "#contract/layout";

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const priceClass = pgEnum("price_class", ["standard", "vip", "couple", "wheelchair"]);
export const seatStatus = pgEnum("seat_status", ["available", "held", "booked", "blocked"]);
export const paymentStatus = pgEnum("payment_status", [
  "asking",
  "authorised",
  "declined",
  "captured",
  "voided",
  "refunded",
]);

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

export const shows = pgTable("shows", {
  id: text().primaryKey(),
  movieId: text("movie_id")
    .notNull()
    .references(() => movies.id),
  auditoriumId: text("auditorium_id")
    .notNull()
    .references(() => auditoriums.id),
  startsAt: instant("starts_at").notNull(),
  prices: jsonb().$type<Prices>().notNull(),
  /** Raised by one for every seat change, in the same transaction: its row lock orders a show's changes. */
  version: integer().notNull().default(0),
  /** No hold of this show lapses before this moment; the sweeper looks nowhere else. */
  nextLapse: instant("next_lapse"),
});

/**
 * One row per seat and show. No index but the key: every status change then stays a HOT update in its own
 * page (see the fill factor in the first migration), and a hold is found by its show's few hundred rows.
 */
export const seats = pgTable(
  "seats",
  {
    showId: text("show_id")
      .notNull()
      .references(() => shows.id, { onDelete: "cascade" }),
    /** Index in the auditorium's layout. */
    seat: smallint().notNull(),
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
  },
  (table) => [
    primaryKey({ columns: [table.showId, table.seat] }),
    check(
      "seats_held_is_complete",
      sql`${table.status} <> 'held' OR (${table.holdId} IS NOT NULL AND ${table.heldBy} IS NOT NULL AND ${table.heldSince} IS NOT NULL AND ${table.holdUntil} IS NOT NULL)`,
    ),
    check(
      "seats_booked_has_booking",
      sql`${table.status} <> 'booked' OR ${table.bookingReference} IS NOT NULL`,
    ),
  ],
);

export const bookings = pgTable(
  "bookings",
  {
    reference: text().primaryKey(),
    /** The identity of the buyer; a guest's label never equals a session's identity. */
    customer: text().notNull(),
    showId: text("show_id").notNull(),
    /** Whole VND. */
    total: integer().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    /** What was asked with that key, so that another request under the same key is noticed. */
    requestHash: text("request_hash").notNull(),
    name: text(),
    email: text(),
    createdAt: instant("created_at").notNull().defaultNow(),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("bookings_idempotency").on(table.customer, table.idempotencyKey),
    /** For what is owed to those who cancelled. */
    index("bookings_cancelled").on(table.cancelledAt).where(sql`cancelled_at IS NOT NULL`),
  ],
);

export const bookingSeats = pgTable(
  "booking_seats",
  {
    reference: text().notNull(),
    showId: text("show_id").notNull(),
    seat: smallint().notNull(),
    price: integer().notNull(),
    releasedAt: instant("released_at"),
  },
  (table) => [
    primaryKey({ columns: [table.reference, table.seat] }),
    /** The last guard against our own bugs: a seat is sold at most once at a time. */
    uniqueIndex("booking_seats_sold_once").on(table.showId, table.seat).where(sql`released_at IS NULL`),
  ],
);

/** Our own record of every attempt to pay, so that no authorisation is forgotten. Of a card only the last four digits. */
export const payments = pgTable(
  "payments",
  {
    id: text().primaryKey(),
    customer: text().notNull(),
    /** The key of the booking it pays for: the two find each other by it. */
    idempotencyKey: text("idempotency_key").notNull(),
    showId: text("show_id").notNull(),
    holdId: text("hold_id").notNull(),
    /** Whole VND. */
    amount: integer().notNull(),
    lastFour: text("last_four").notNull(),
    status: paymentStatus().notNull().default("asking"),
    /** The provider's own name for what it granted. */
    authorisation: text(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("payments_idempotency").on(table.customer, table.idempotencyKey),
    index("payments_open").on(table.updatedAt).where(sql`status IN ('asking', 'authorised')`),
  ],
);

/** The change feed: gap-free and ordered per show. */
export const seatChanges = pgTable(
  "seat_changes",
  {
    showId: text("show_id").notNull(),
    version: integer().notNull(),
    seat: smallint().notNull(),
    status: seatStatus().notNull(),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.showId, table.version] })],
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
