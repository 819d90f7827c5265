import { afterEach, beforeEach, expect, it } from "vitest";
import type { Programme, ShowDetails } from "#contract/shows";
import { isProgrammeDue, seedDatabase } from "#db/seed";
import { request } from "#testing/buyer";
import { startTestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const DAY_MS = 86_400_000;

let services: TestServices;
beforeEach(async () => {
  services = await startServices();
});
afterEach(() => services.remove());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

async function programmeOf(url: string): Promise<{ comingDays: number; demoIsToCome: boolean }> {
  const { body } = await request<Programme>(url, "GET", "/api/shows");
  const coming = body.shows.filter(({ startsAt }) => startsAt > Date.now());
  const days = coming.map(({ startsAt }) => Math.floor((startsAt + 7 * 3_600_000) / DAY_MS));
  return { comingDays: new Set(days).size, demoIsToCome: coming.some(({ id }) => id === "demo") };
}

/** As if it had been seeded `days` ago: what is left of it lies in the past. */
async function age(days: number): Promise<void> {
  await services.sql.query(`
    DELETE FROM booking_seats;
    DELETE FROM bookings;
    DELETE FROM shows WHERE show_id <> 'demo'`);
  await seedDatabase(services.databaseUrl, inDays(-days));
  await services.sql.query("UPDATE shows SET starts_at = $1 WHERE show_id = 'demo'", [inDays(-days)]);
}

it("S18 a server on a database seeded long ago has a programme and a demo show again", async () => {
  await age(12);
  const node = await startTestNode(services);
  await until("the programme is renewed", async () => {
    const { comingDays, demoIsToCome } = await programmeOf(node.url);
    return comingDays >= 4 && demoIsToCome;
  });
  const { body: demo } = await request<ShowDetails>(node.url, "GET", "/api/shows/demo");
  expect(demo.startsAt).toBeGreaterThan(Date.now());
  await node.stop();
});

it("S18 the programme is due when a day has passed, and not again once it was renewed", async () => {
  const { sql, databaseUrl } = services;
  await seedDatabase(databaseUrl);
  expect(await isProgrammeDue(sql)).toBe(false);
  expect(await isProgrammeDue(sql, inDays(1))).toBe(true);
  await seedDatabase(databaseUrl, inDays(1));
  expect(await isProgrammeDue(sql, inDays(1))).toBe(false);
});

it("S18 the demo show is never about to begin when it is made", async () => {
  const { sql, databaseUrl } = services;
  const demoStartsAt = async () =>
    (await sql.query("SELECT starts_at FROM shows WHERE show_id = 'demo'")).rows[0].starts_at.toISOString();
  await sql.query("UPDATE shows SET starts_at = '2020-01-01T13:00Z' WHERE show_id = 'demo'");
  await seedDatabase(databaseUrl, new Date("2020-05-01T10:59Z"));
  expect(await demoStartsAt()).toBe("2020-05-01T13:00:00.000Z");
  await sql.query("UPDATE shows SET starts_at = '2020-01-01T13:00Z' WHERE show_id = 'demo'");
  await seedDatabase(databaseUrl, new Date("2020-05-01T11:01Z"));
  expect(await demoStartsAt()).toBe("2020-05-02T13:00:00.000Z");
});

it("S18 where the demonstration is off, or nothing was seeded, the programme is left alone", async () => {
  await age(12);
  const serious = await startTestNode(services, { DEMO: "off" });
  await serious.stop();
  expect(await isProgrammeDue(services.sql)).toBe(true);
  await services.sql.query("DELETE FROM shows");
  const fresh = await startTestNode(services);
  await fresh.stop();
  const { rows } = await services.sql.query("SELECT FROM shows");
  expect(rows).toEqual([]);
});
