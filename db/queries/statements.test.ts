/** The statements alone, without the engine that shapes their batches: what each refuses by its own predicate. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { Random } from "#testing/random";
import { extendHolds } from "./extend-holds";
import { findHolds } from "./find-holds";
import { holdSeats } from "./hold-seats";
import { releaseSeats } from "./release-seats";
import { resetShow } from "./reset-show";
import { sellSeats } from "./sell-seats";

const showId = "demo";
const limits = { holdTtlMs: 60_000, holdMaxMs: 120_000, maxSeats: 8 };
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  // Statements wait here for a connection and for each other's locks, however long a busy machine takes.
  pool = new pg.Pool({ connectionString: database.url, max: 20 });
});
beforeEach(async () => {
  await resetShow(pool, showId);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function hold(seats: number[], customer = "s-an") {
  await holdSeats(pool, [{ showId, customer, seats, newHoldId: `demo.${customer}` }], limits);
  const [found] = (await findHolds(pool, [{ showId, customer }])).found[0] ?? [];
  if (!found) throw new Error("no hold");
  return found;
}

const sale = (holdId: string, seats: { seat: number; fence?: number | undefined }[], key = "k") => ({
  showId,
  customer: "s-an",
  holdId,
  seats: seats.map((seat) => ({ ...seat, price: 1 })),
  idempotencyKey: key,
  requestHash: "h",
  reference: `REF${key}`,
});

async function statuses(): Promise<string> {
  const { rows } = await pool.query("SELECT DISTINCT status FROM seats WHERE show_id = $1 ORDER BY 1", [
    showId,
  ]);
  return rows.map(({ status }) => status).join(" ");
}

describe("a hold that is not what it was", () => {
  it("S4 sells nothing for a fence that the seat has moved on from", async () => {
    const { holdId, fences } = await hold([0, 1]);
    const stale = sale(holdId, [
      { seat: 0, fence: fences[0] },
      { seat: 1, fence: (fences[1] ?? 0) - 1 },
    ]);
    expect((await sellSeats(pool, [stale])).verdicts).toEqual([{ code: "hold_lost" }]);
    expect(await statuses()).toBe("available held");
  });

  it("S10 sells nothing when the hold lapsed between being read and being written", async () => {
    const { holdId, fences } = await hold([0]);
    await pool.query("UPDATE seats SET hold_until = now() WHERE hold_id = $1", [holdId]);
    const late = sale(holdId, [{ seat: 0, fence: fences[0] }]);
    expect((await sellSeats(pool, [late])).verdicts).toEqual([{ code: "hold_lost" }]);
  });

  it("S4 S10 extends nothing for a stale fence, another hold or a lapsed one", async () => {
    const found = await hold([0, 1]);
    const stale = { ...found, fences: found.fences.map((fence) => fence - 1) };
    const foreign = { ...found, holdId: "demo.another" };
    expect((await extendHolds(pool, [stale, foreign], limits)).untilMs).toEqual([null, null]);
    await pool.query("UPDATE seats SET hold_until = now() WHERE hold_id = $1", [found.holdId]);
    expect((await extendHolds(pool, [found], limits)).untilMs).toEqual([null]);
  });

  it("S4 releases nothing for a stale fence or another hold", async () => {
    const found = await hold([0, 1]);
    const stale = { ...found, fences: found.fences.map((fence) => fence - 1) };
    const foreign = { ...found, holdId: "demo.another" };
    expect((await releaseSeats(pool, [stale, foreign])).changes).toEqual([]);
    expect((await releaseSeats(pool, [found])).changes).toMatchObject([
      {
        showId,
        changes: [
          [0, "available"],
          [1, "available"],
        ],
      },
    ]);
  });

  it("S2 sells none of a hold's seats when one of them is gone", async () => {
    const { holdId, fences } = await hold([0, 1]);
    await pool.query("UPDATE seats SET hold_until = now() WHERE show_id = $1 AND seat = 1", [showId]);
    await hold([1], "s-binh");
    const late = sale(
      holdId,
      [0, 1].map((seat) => ({ seat, fence: fences[seat] })),
    );
    expect((await sellSeats(pool, [late])).verdicts).toEqual([{ code: "hold_lost" }]);
    expect(await statuses()).toBe("available held");
  });
});

describe("statements at the same time", () => {
  it("C5 lock overlapping seats in one order, so that none of them is ever a deadlock's victim", async () => {
    const random = new Random(Math.floor(Math.random() * 2 ** 31));
    const statements = Array.from({ length: 150 }, (_, at) => {
      const seats = new Set<number>();
      while (seats.size < 24) seats.add(random.below(60));
      const wanted = [...seats];
      const requests = [0, 1, 2].map((part) => ({
        showId,
        customer: `s-${at}-${part}`,
        seats: wanted.slice(part * 8, part * 8 + 8),
        newHoldId: `demo.${at}-${part}`,
      }));
      return () => holdSeats(pool, requests, { ...limits, holdTtlMs: 1 });
    });
    const outcomes = await Promise.allSettled(statements.map((statement) => statement()));
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [String(outcome.reason)] : [],
    );
    expect(errors, `seed ${random.seed}`).toEqual([]);
  });
});
