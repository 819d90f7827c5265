/** A database as the first release left it, with what its buyers had, is brought up to date and loses nothing. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { brokenRules } from "#testing/invariants";
import { migrateDatabase } from "./migrate";

/** The last migration of the first release. */
const FIRST_RELEASE = 3;
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await pool.query(
    "DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS archive CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public",
  );
  const folder = mkdtempSync(join(tmpdir(), "last-seat-migrations-"));
  cpSync("db/migrations", folder, { recursive: true });
  const journalFile = join(folder, "meta/_journal.json");
  const journal: { entries: { idx: number }[] } = JSON.parse(readFileSync(journalFile, "utf8"));
  journal.entries = journal.entries.filter(({ idx }) => idx <= FIRST_RELEASE);
  writeFileSync(journalFile, JSON.stringify(journal));
  await migrate(drizzle(pool), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it("keeps seats, holds, bookings, payments and the log under their new keys", async () => {
  await pool.query(`
    INSERT INTO movies VALUES ('m', '{}', '{}', '{}', 90, 'P', '[]');
    INSERT INTO auditoriums VALUES ('a', '{}', '{"rows": [{"label": "A", "cells": "ssss"}]}');
    INSERT INTO shows (id, movie_id, auditorium_id, starts_at, prices, version)
    VALUES ('one', 'm', 'a', now() + interval '1 day', '{"standard": 5}', 4), ('two', 'm', 'a', now() + interval '1 day', '{}', 0);
    INSERT INTO seats (show_id, seat, label, price_class) SELECT s, n, 'A' || n + 1, 'standard'
    FROM unnest(ARRAY['one', 'two']) s, generate_series(0, 3) n;
    UPDATE seats SET status = 'booked', fence = 1, booking_reference = 'OLDREF22', held_by = 's-an' WHERE show_id = 'one' AND seat = 0;
    UPDATE seats SET status = 'held', fence = 2, hold_id = 'one.h', held_by = 's-binh', held_since = now(), hold_until = now() + interval '1 hour'
    WHERE show_id = 'one' AND seat = 1;
    INSERT INTO bookings (reference, customer, show_id, total, idempotency_key, request_hash)
    VALUES ('OLDREF22', 's-an', 'one', 5, 'k', 'h');
    INSERT INTO bookings (reference, customer, show_id, total, idempotency_key, request_hash, cancelled_at)
    VALUES ('GONEREF2', 's-an', 'one', 5, 'gone', 'h', now());
    INSERT INTO booking_seats (reference, show_id, seat, price, released_at) VALUES ('OLDREF22', 'one', 0, 5, NULL), ('GONEREF2', 'one', 2, 5, now());
    INSERT INTO payments (id, customer, idempotency_key, show_id, hold_id, amount, last_four, status, authorisation)
    VALUES ('p1', 's-an', 'k', 'one', 'one.x', 5, '4242', 'captured', 'auth'), ('p2', 's-an', 'gone', 'one', 'one.y', 5, '4242', 'captured', 'auth2');
    INSERT INTO seat_changes (show_id, version, seat, status) VALUES
    ('one', 1, 0, 'held'), ('one', 2, 0, 'booked'), ('one', 3, 1, 'held'), ('one', 4, 2, 'available');`);

  await migrateDatabase(database.url);

  const { rows: shows } = await pool.query("SELECT show_id, version, seats_taken FROM shows ORDER BY 1");
  expect(shows).toEqual([
    { show_id: "one", version: 4, seats_taken: 2 },
    { show_id: "two", version: 0, seats_taken: 0 },
  ]);
  const { rows: bookings } = await pool.query(
    "SELECT show_id, reference, buyer FROM bookings ORDER BY reference",
  );
  expect(bookings).toEqual([
    { show_id: "one", reference: "GONEREF2", buyer: "s-an" },
    { show_id: "one", reference: "OLDREF22", buyer: "s-an" },
  ]);
  const { rows: payments } = await pool.query(
    "SELECT id, status, settle_at <= now() AS due, settle_attempts FROM payments ORDER BY id",
  );
  expect(payments).toEqual([
    { id: "p1", status: "captured", due: true, settle_attempts: 0 },
    { id: "p2", status: "refunding", due: true, settle_attempts: 0 },
  ]);
  const { rows: log } = await pool.query("SELECT version, seats, status FROM seat_changes ORDER BY version");
  expect(log).toHaveLength(4);
  expect(log[3]).toEqual({ version: 4, seats: [2], status: "available" });
  expect(await brokenRules(pool)).toEqual([]);
});

it("has the show first in every key of what belongs to a show, and numbers seats by integers", async () => {
  const { rows } = await pool.query<{ name: string; first: string }>(
    `SELECT c.relname || '.' || i.relname AS name, a.attname AS first
     FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
     WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace
       AND c.relname IN ('shows', 'seats', 'bookings', 'booking_seats', 'payments', 'seat_changes', 'refused_keys')`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(9);
  expect(rows.filter(({ first }) => first !== "show_id")).toEqual([]);
  const { rows: types } = await pool.query(
    `SELECT DISTINCT format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attname = 'seat' AND attrelid IN ('seats'::regclass, 'booking_seats'::regclass)`,
  );
  expect(types).toEqual([{ type: "integer" }]);
});
