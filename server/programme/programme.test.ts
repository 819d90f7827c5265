/** The programme as buyers of two nodes see it, on one Redis and one Postgres. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Programme } from "#contract/shows";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { readiness, startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
let services: TestServices;
let here: TestNode;
let there: TestNode;
let buyer: Buyer;

beforeAll(async () => {
  services = await startServices();
  [here, there] = await Promise.all([startTestNode(services), startTestNode(services)]);
});
beforeEach(async () => {
  await request(here.url, "POST", "/api/demo/reset");
  buyer = await openBuyer(here.url);
});
afterEach(() => buyer.close());
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await services.remove();
});

async function seatsLeft(node: TestNode): Promise<number | undefined> {
  const { body } = await request<Programme>(node.url, "GET", "/api/shows");
  return body.shows.find(({ id }) => id === showId)?.seatsLeft;
}

async function seatsFree(): Promise<number> {
  const { rows } = await services.sql.query<{ free: number }>(
    "SELECT count(*)::int AS free FROM seats WHERE show_id = $1 AND status = 'available'",
    [showId],
  );
  return rows[0]?.free ?? 0;
}

async function untilTrue(): Promise<void> {
  for (const node of [here, there]) {
    await until("the programme has the seats that are free", async () => {
      const [left, free] = [await seatsLeft(node), await seatsFree()];
      return left === free;
    });
  }
}

/** Until it is undone, no node can read the programme from Postgres. */
async function lockProgramme(): Promise<() => Promise<void>> {
  const client = await services.sql.connect();
  await client.query("BEGIN");
  await client.query("LOCK TABLE movies IN ACCESS EXCLUSIVE MODE");
  return async () => {
    await client.query("ROLLBACK");
    client.release();
  };
}

it("F10 a hold, a sale and what is given back are in both nodes' programmes, which are not read anew for it", async () => {
  await untilTrue();
  const free = await seatsFree();
  const unlockProgramme = await lockProgramme();
  try {
    const held = await buyer.ask("seat:hold", { showId, seats: ["A1", "A2"] });
    await untilTrue();
    expect(await seatsLeft(there)).toBe(free - 2);
    const holdId = held.ok ? held.hold.id : "";
    await buyer.ask("hold:release", { holdId, seats: ["A2"] });
    const sold = await buyer.ask("booking:confirm", { holdId, idempotencyKey: "k" });
    await untilTrue();
    expect(await seatsLeft(there)).toBe(free - 1);
    await buyer.ask("booking:cancel", { reference: sold.ok ? sold.booking.reference : "" });
    await untilTrue();
    expect(await seatsLeft(there)).toBe(free);
  } finally {
    await unlockProgramme();
  }
});

it("F10 a sale that could not be told is in the other node's programme while Redis is away, and after", async () => {
  await untilTrue();
  await services.redis.kill();
  await buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "away" });
  await untilTrue();
  await services.redis.start();
  await buyer.ask("seat:book", { showId, seats: ["A2"], idempotencyKey: "coming back" });
  for (const { url } of [here, there]) {
    await until("Redis is found again", async () => (await readiness(url)) === "ready");
  }
  await untilTrue();
});

it("F10 a show that is put on sale is in the programme", async () => {
  await untilTrue();
  await services.sql.query(
    `INSERT INTO shows (show_id, movie_id, auditorium_id, starts_at, prices)
     SELECT 'premiere', movie_id, auditorium_id, now() + interval '30 days', prices FROM shows WHERE show_id = $1`,
    [showId],
  );
  await until("the show is listed", async () => {
    const { body } = await request<Programme>(there.url, "GET", "/api/shows");
    return body.shows.at(-1)?.id === "premiere";
  });
});
