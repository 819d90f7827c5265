import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { createShows, type Shows } from "./shows";

let database: TestDatabase;
let pool: pg.Pool;
let ids: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const { rows } = await pool.query<{ id: string }>(
    "SELECT show_id AS id FROM shows WHERE auditorium_id = 'studio' ORDER BY show_id LIMIT 4",
  );
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const isKnown = (shows: Shows, showId: string) => !(shows.find(showId) instanceof Promise);

it("a node remembers so many shows, and those that were asked for last", async () => {
  const shows = createShows(drizzle(pool), 3);
  const [a = "", b = "", c = "", d = ""] = ids;
  for (const id of [a, b, c]) expect(await shows.find(id)).toMatchObject({ details: { id } });
  expect(isKnown(shows, a)).toBe(true);
  await shows.find(d);
  expect([a, c, d].map((id) => isKnown(shows, id))).toEqual([true, true, true]);
  expect(await shows.find(b)).toMatchObject({ details: { id: b } });
});

it("a show that does not exist is not remembered", async () => {
  const shows = createShows(drizzle(pool));
  expect(await shows.find("nowhere")).toBeNull();
  expect(isKnown(shows, "nowhere")).toBe(false);
  expect(await shows.find("nowhere")).toBeNull();
});

it("shows in the same auditorium share its seats", async () => {
  const shows = createShows(drizzle(pool));
  const [a = "", b = ""] = ids;
  const [one, other, demo] = [await shows.find(a), await shows.find(b), await shows.find("demo")];
  expect(one?.seats).toHaveLength(54);
  expect(other?.seats).toBe(one?.seats);
  expect(other?.seatByLabel).toBe(one?.seatByLabel);
  expect(demo?.seats).not.toBe(one?.seats);
});
