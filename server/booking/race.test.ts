/** Crowds at the counter. The verdict is read from Postgres, never from what the engine answered alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBoxOffice, openDoor, type TestBoxOffice } from "#testing/box-office";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { brokenRules } from "#testing/invariants";
import { Random } from "#testing/random";
import { startRedis, type TestRedis } from "#testing/redis";

const showId = "demo";
const CONTENDERS = 1_000;

let database: TestDatabase;
let redis: TestRedis;
let guarded: TestBoxOffice;
let unguarded: TestBoxOffice;

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  guarded = await openBoxOffice(database.url, redis.url);
  unguarded = await openBoxOffice(database.url, redis.url, { guard: openDoor });
});
beforeEach(async () => {
  await guarded.boxOffice.resetDemo(showId);
  await guarded.redis.flushall();
});
afterAll(async () => {
  const broken = await brokenRules(guarded.pool);
  await Promise.all([guarded.close(), unguarded.close()]);
  await redis.stop();
  await database.drop();
  expect(broken).toEqual([]);
});

async function owners(label: string): Promise<string[]> {
  const { rows } = await guarded.pool.query<{ buyer: string }>(
    `SELECT b.buyer FROM booking_seats s JOIN bookings b USING (show_id, reference)
     JOIN seats t ON t.show_id = s.show_id AND t.seat = s.seat
     WHERE s.show_id = $1 AND t.label = $2 AND s.released_at IS NULL`,
    [showId, label],
  );
  return rows.map(({ buyer }) => buyer);
}

/** How many statements of the kind this office sent: one observation per statement. */
async function statements(office: TestBoxOffice, kind: string): Promise<number> {
  const { values } = await office.metrics.commit.batchSize.get();
  const counts = values.filter(
    ({ metricName, labels }) => metricName?.endsWith("_count") && labels.statement === kind,
  );
  return counts.reduce((sum, { value }) => sum + value, 0);
}

function everyoneBooks(office: TestBoxOffice, label: string) {
  return Promise.all(
    Array.from({ length: CONTENDERS }, (_, at) =>
      office.boxOffice.book({ buyer: `s-${at}`, showId, seats: [label], idempotencyKey: "k" }),
    ),
  );
}

describe("a thousand people want one seat", () => {
  it("S1 G1 one gets it, and Postgres hears of a handful", async () => {
    const before = await statements(guarded, "sell");
    const answers = await everyoneBooks(guarded, "A1");
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.code === "seat_taken")).toHaveLength(
      CONTENDERS - 1,
    );
    expect(await owners("A1")).toHaveLength(1);
    expect((await statements(guarded, "sell")) - before).toBeLessThan(10);
  });

  it("G1 without the guard they all reach the engine's queue, and still one gets it", async () => {
    const before = await statements(unguarded, "sell");
    const answers = await everyoneBooks(unguarded, "A1");
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await owners("A1")).toHaveLength(1);
    const { value: refusedByGuard } = (await unguarded.metrics.guard.refused.get()).values[0] ?? { value: 0 };
    expect(refusedByGuard).toBe(0);
    expect((await statements(unguarded, "sell")) - before).toBeLessThan(10);
  });

  it("S1 two nodes at once, one with the guard and one without, sell it once", async () => {
    const answers = (
      await Promise.all([everyoneBooks(guarded, "A1"), everyoneBooks(unguarded, "A1")])
    ).flat();
    const winners = answers.filter(({ ok }) => ok);
    // Both crowds have the same names and keys: the winner may be answered by both nodes, with one booking.
    expect(new Set(winners.map((winner) => winner.ok && winner.booking.reference)).size).toBe(1);
    expect(await owners("A1")).toHaveLength(1);
  });
});

describe("crowds with overlapping wishes", () => {
  it.each([
    ["with the guard", () => ({ even: guarded, odd: guarded })],
    ["without the guard on one of two nodes", () => ({ even: unguarded, odd: guarded })],
  ] as const)(
    "S2 C5 two hundred buyers grab random groups of eight and never deadlock, %s",
    async (_, offices) => {
      const random = new Random(Math.floor(Math.random() * 2 ** 31));
      const rows = ["A", "B", "C", "D"] as const;
      const wishes = Array.from({ length: 200 }, () => {
        const seats = new Set<string>();
        while (seats.size < 8) seats.add(`${random.pick(rows)}${1 + random.below(16)}`);
        return [...seats];
      });
      const { even, odd } = offices();
      const answers = await Promise.all(
        wishes.map((seats, at) =>
          (at % 2 === 0 ? even : odd).boxOffice.hold({ buyer: `s-${at}`, showId, seats }),
        ),
      );
      const { rows: heldBy } = await guarded.pool.query<{ held_by: string; seats: string[] }>(
        "SELECT held_by, array_agg(label) AS seats FROM seats WHERE show_id = $1 AND status = 'held' GROUP BY held_by",
        [showId],
      );
      const granted = answers.flatMap((answer, at) => (answer.ok ? [`s-${at}`] : []));
      expect(granted.length, `seed ${random.seed}`).toBeGreaterThan(0);
      expect(answers.every((answer) => answer.ok || answer.code === "seat_taken")).toBe(true);
      expect(heldBy.map(({ held_by }) => held_by).sort()).toEqual(granted.sort());
      for (const { held_by, seats } of heldBy) {
        expect(seats.sort(), `seed ${random.seed}`).toEqual(wishes[Number(held_by.slice(2))]?.toSorted());
      }
    },
  );

  it("F1 a crowd that holds, buys, lets go and cancels leaves a log without gaps", async () => {
    const random = new Random(Math.floor(Math.random() * 2 ** 31));
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const office = at % 2 === 0 ? guarded : unguarded;
        const buyer = `s-${at}`;
        for (let round = 0; round < 8; round += 1) {
          const seats = [`${random.pick(["A", "B", "C"])}${1 + random.below(16)}`];
          const decision = await office.boxOffice.hold({ buyer, showId, seats });
          if (!decision.ok) continue;
          const holdId = decision.hold.id;
          if (random.chance(30)) await office.boxOffice.release({ buyer, holdId });
          else {
            const bought = await office.boxOffice.confirm({ buyer, holdId, idempotencyKey: `${round}` });
            if (bought.ok && random.chance(50)) {
              await office.boxOffice.cancel({ buyer, reference: bought.booking.reference });
            }
          }
        }
      }),
    );
    expect(await brokenRules(guarded.pool), `seed ${random.seed}`).toEqual([]);
  });
});
