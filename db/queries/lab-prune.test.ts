import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { openRace, openShow } from "./lab-open-race";
import { pruneRaces } from "./lab-prune";

let database: TestDatabase;
let sql: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function raceOfAge(raceId: string, hours: number): Promise<void> {
  await openRace(sql, raceId, "A1");
  await sql.query("UPDATE lab_seats SET created_at = now() - $2 * interval '1 hour' WHERE race_id = $1", [
    raceId,
    hours,
  ]);
  await sql.query(
    "INSERT INTO lab_sales (race_id, label, buyer, strategy) VALUES ($1, 'A1', 'an', 'naive')",
    [raceId],
  );
}

/** The box office's own engine was raced on it, and sold its seat. */
async function showOfAge(showId: string, hours: number): Promise<void> {
  await openShow(sql, showId, "A1");
  await sql.query(
    "UPDATE shows SET starts_at = now() - interval '1 day' - $2 * interval '1 hour' WHERE show_id = $1",
    [showId, hours],
  );
  await sql.query(
    "INSERT INTO seat_changes (show_id, version, seats, status) VALUES ($1, 1, '{0}', 'booked')",
    [showId],
  );
  await sql.query(
    `INSERT INTO bookings (show_id, reference, buyer, total, idempotency_key, request_hash)
     VALUES ($1, 'ABCD2345', 'an', 0, 'k', '')`,
    [showId],
  );
  await sql.query(
    "INSERT INTO booking_seats (show_id, reference, seat, price) VALUES ($1, 'ABCD2345', 0, 0)",
    [showId],
  );
}

async function named(column: string, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT DISTINCT ${column} AS name FROM ${table} WHERE ${column} ~ '^(demo|lab-|race-)' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

it("races of more than a day ago are forgotten with all that was sold in them, and nothing else is", async () => {
  await raceOfAge("race-old", 25);
  await raceOfAge("race-new", 23);
  await openRace(sql, "demo", "A1");
  await sql.query("UPDATE lab_seats SET created_at = now() - interval '9 days' WHERE race_id = 'demo'");
  await showOfAge("lab-old", 25);
  await showOfAge("lab-new", 23);
  await pruneRaces(sql);
  expect(await named("race_id", "lab_seats")).toEqual(["demo", "race-new"]);
  expect(await named("race_id", "lab_sales")).toEqual(["race-new"]);
  expect(await named("show_id", "shows")).toEqual(["demo", "lab-new"]);
  expect(await named("show_id", "seats")).toEqual(["demo", "lab-new"]);
  expect(await named("id", "auditoriums")).toEqual(["lab-new"]);
  for (const table of ["seat_changes", "bookings", "booking_seats"]) {
    expect(await named("show_id", table), table).toEqual(["lab-new"]);
  }
});
