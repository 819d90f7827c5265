/** The statements alone, without the engine that shapes their batches: what each refuses by its own predicate. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TOO_LATE } from "#db/outages";
import { findHolds } from "#db/queries/find-holds";
import { activityView } from "#testing/activity";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { Random } from "#testing/random";
import { until } from "#testing/until";
import { CANCEL_BOOKING, type CancelRow } from "./cancel-booking";
import { EXTEND_HOLDS, type ExtendRow, extendCall, readEnds } from "./extend-holds";
import type { FencedSeats } from "./fenced-seats";
import { HOLD_SEATS, type HoldRequest, type HoldRow, holdCall, readHolds } from "./hold-seats";
import { REFUSE_SALES, refuseCall } from "./keys";
import { LAPSE_HOLDS, type LapseRow, readLapsed } from "./lapse-holds";
import { type ChangesRow, readChanges } from "./log-changes";
import { RELEASE_SEATS, releaseCall } from "./release-seats";
import { RESET_SHOW } from "./reset-show";
import { readSoldSeat, SELL_SEAT, type SellOneRow, sellOneCall } from "./sell-seat";
import { readSales, SELL_SEATS, type SellRequest, type SellRow, sellCall } from "./sell-seats";
import { callShows, type ShowCall, type ShowFunction } from "./show-function";

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
  await callShows(pool, RESET_SHOW, [{ showId, columns: {} }], null);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function holdSeats(requests: HoldRequest[], within = limits) {
  const [row] = await callShows<HoldRow>(pool, HOLD_SEATS, [holdCall(showId, requests, within)], null);
  if (!row) throw new Error("no answer");
  return readHolds(showId, requests, row);
}

/** As the engine does it: a single seat the short way first. */
async function sellIn(show: string, requests: SellRequest[], deadlineMs: number | null = null) {
  const [request] = requests;
  const short = requests.length === 1 && request ? sellOneCall(request) : undefined;
  if (short && request) {
    const [row] = await callShows<SellOneRow>(pool, SELL_SEAT, [short], deadlineMs);
    const sold = row && readSoldSeat(request, row);
    if (sold) return { verdicts: [sold.verdict], changes: sold.changes };
  }
  const [row] = await callShows<SellRow>(pool, SELL_SEATS, [sellCall(show, requests)], deadlineMs);
  if (!row) throw new Error("no answer");
  return readSales(show, requests, row);
}

const sellSeats = (requests: SellRequest[], deadlineMs?: number | null) =>
  sellIn(showId, requests, deadlineMs);

async function extendHolds(holds: FencedSeats[]) {
  const [row] = await callShows<ExtendRow>(pool, EXTEND_HOLDS, [extendCall(showId, holds, limits)], null);
  if (!row) throw new Error("no answer");
  return { untilMs: readEnds(holds, row) };
}

async function releaseSeats(holds: FencedSeats[]) {
  const [row] = await callShows<ChangesRow>(pool, RELEASE_SEATS, [releaseCall(showId, holds)], null);
  if (!row) throw new Error("no answer");
  return { changes: readChanges(showId, row, "available") };
}

async function cancel(reference: string, buyer: string) {
  const call = { showId, columns: { p_reference: reference, p_buyer: buyer } };
  const [row] = await callShows<CancelRow>(pool, CANCEL_BOOKING, [call], null);
  if (!row) throw new Error("no answer");
  return row;
}

async function lapseHolds() {
  const calls = [{ showId, columns: { skip_busy: false } }];
  const [row] = await callShows<LapseRow>(pool, LAPSE_HOLDS, calls, null);
  if (!row) throw new Error("no answer");
  return row;
}

/** As if that much time had gone by for a hold. */
async function age(holdId: string, ms: number) {
  // Computed first: Citus does not let an UPDATE add an interval to a column.
  const { rows } = await pool.query<{ seat: number; until: string; since: string }>(
    `SELECT seat, (hold_until - $3 * interval '1 ms')::text AS until, (held_since - $3 * interval '1 ms')::text AS since
     FROM seats WHERE show_id = $1 AND hold_id = $2`,
    [showId, holdId, ms],
  );
  for (const { seat, until: end, since } of rows) {
    await pool.query(
      "UPDATE seats SET hold_until = $3::timestamptz, held_since = $4::timestamptz WHERE show_id = $1 AND seat = $2",
      [showId, seat, end, since],
    );
  }
  await pool.query(
    `UPDATE shows s SET next_lapse = (SELECT min(hold_until) FROM seats WHERE show_id = $1 AND status = 'held')
     WHERE s.show_id = $1`,
    [showId],
  );
}

/** Of some seats, in their order: who holds or has them, and until when. */
async function seatsAt(numbers: number[]) {
  const { rows } = await pool.query<{ status: string; held_by: string | null; until: number; fence: number }>(
    `SELECT status, held_by, fence, (extract(epoch FROM hold_until) * 1000)::float8 AS until
     FROM seats WHERE show_id = $1 AND seat = ANY ($2) ORDER BY seat`,
    [showId, numbers],
  );
  return rows;
}

async function hold(seats: number[], buyer = "s-an") {
  await holdSeats([{ showId, buyer, seats, newHoldId: `demo.${buyer}` }]);
  const [found] = (await findHolds(pool, [{ showId, buyer }])).found[0] ?? [];
  if (!found) throw new Error("no hold");
  return found;
}

const sale = (holdId: string, seats: { seat: number; fence?: number | undefined }[], key = "k") => ({
  showId,
  buyer: "s-an",
  holdId,
  seats: seats.map((seat) => ({ ...seat, price: 1 })),
  idempotencyKey: key,
  requestHash: "h",
  reference: `REF${key}`,
});

async function untilBlocked(): Promise<void> {
  await until("a statement waits for the show", async () => {
    const { rows } = await pool.query(
      `SELECT FROM ${activityView()} WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
}

async function aShowThatBegins(): Promise<string> {
  const { rows } = await pool.query<{ show_id: string }>(
    `SELECT show_id FROM shows WHERE show_id <> $1 AND starts_at > now() AND seats_taken = 0
     OR show_id = (SELECT max(show_id) FROM shows WHERE starts_at > now() + interval '1 day') LIMIT 1`,
    [showId],
  );
  const found = rows[0]?.show_id ?? "";
  await pool.query("DELETE FROM booking_seats WHERE show_id = $1", [found]);
  await pool.query("DELETE FROM bookings WHERE show_id = $1", [found]);
  await pool.query(
    `UPDATE seats SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL,
            booking_reference = NULL WHERE show_id = $1`,
    [found],
  );
  await pool.query("UPDATE shows SET starts_at = now() + interval '2 days' WHERE show_id = $1", [found]);
  return found;
}

async function holdIn(show: string, seats: number[]) {
  const request = { showId: show, buyer: "s-an", seats, newHoldId: `${show}.an` };
  const [row] = await callShows<HoldRow>(pool, HOLD_SEATS, [holdCall(show, [request], limits)], null);
  const [verdict] = row ? readHolds(show, [request], row).verdicts : [];
  if (verdict?.code !== "held") throw new Error(`not held: ${verdict?.code}`);
  return verdict;
}

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
    expect((await sellSeats([stale])).verdicts).toEqual([{ code: "hold_lost" }]);
    expect(await statuses()).toBe("available held");
  });

  it("S10 sells nothing when the hold lapsed between being read and being written", async () => {
    const { holdId, fences } = await hold([0]);
    await pool.query("UPDATE seats SET hold_until = now() WHERE hold_id = $1", [holdId]);
    const late = sale(holdId, [{ seat: 0, fence: fences[0] }]);
    expect((await sellSeats([late])).verdicts).toEqual([{ code: "hold_lost" }]);
  });

  it("S4 S10 extends nothing for a stale fence, another hold or a lapsed one", async () => {
    const found = await hold([0, 1]);
    const stale = { ...found, fences: found.fences.map((fence) => fence - 1) };
    const foreign = { ...found, holdId: "demo.another" };
    expect((await extendHolds([stale, foreign])).untilMs).toEqual([null, null]);
    await pool.query("UPDATE seats SET hold_until = now() WHERE hold_id = $1", [found.holdId]);
    expect((await extendHolds([found])).untilMs).toEqual([null]);
  });

  it("S4 releases nothing for a stale fence or another hold", async () => {
    const found = await hold([0, 1]);
    const stale = { ...found, fences: found.fences.map((fence) => fence - 1) };
    const foreign = { ...found, holdId: "demo.another" };
    expect((await releaseSeats([stale, foreign])).changes).toEqual([]);
    expect((await releaseSeats([found])).changes).toMatchObject([
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
    expect((await sellSeats([late])).verdicts).toEqual([{ code: "hold_lost" }]);
    expect(await statuses()).toBe("available held");
  });
});

describe("a hold", () => {
  const wish = (seats: number[], buyer = "s-an", joinHoldId?: string) => ({
    showId,
    buyer,
    seats,
    newHoldId: `demo.new.${buyer}`,
    joinHoldId,
  });

  it("S3 takes no seat that another holds, or has bought", async () => {
    await hold([0], "s-binh");
    await sellSeats([{ ...sale("", [{ seat: 1 }]), holdId: undefined, buyer: "s-binh" }]);
    const { verdicts, changes } = await holdSeats([wish([0])]);
    expect(verdicts).toMatchObject([
      { code: "taken", taken: [{ seat: 0, status: "held", heldBy: "s-binh" }] },
    ]);
    expect((await holdSeats([wish([1])])).verdicts).toMatchObject([
      { code: "taken", taken: [{ seat: 1, status: "booked", heldBy: "s-binh" }] },
    ]);
    expect(changes).toEqual([]);
    expect(await seatsAt([0, 1])).toMatchObject([
      { status: "held", held_by: "s-binh" },
      { status: "booked", held_by: "s-binh" },
    ]);
  });

  it("S2 takes none of its seats when one of them is another's", async () => {
    await hold([1], "s-binh");
    expect((await holdSeats([wish([0, 1, 2])])).verdicts).toMatchObject([
      { code: "taken", taken: [{ seat: 1 }] },
    ]);
    expect(await seatsAt([0, 2])).toMatchObject([{ status: "available" }, { status: "available" }]);
  });

  it("S3 S4 takes the seats of a lapsed one, raises the fence of each, and answers it", async () => {
    const { holdId } = await hold([0, 1], "s-binh");
    await age(holdId, limits.holdTtlMs);
    const raised = (await seatsAt([0, 1])).map(({ fence }) => fence + 1);
    expect((await holdSeats([wish([0, 1])])).verdicts).toMatchObject([{ code: "held", fences: raised }]);
    expect((await seatsAt([0, 1])).map(({ fence }) => fence)).toEqual(raised);
  });

  it("S5 takes no more seats than a buyer may hold, whoever else asks in the same statement", async () => {
    await hold([0, 1], "s-an");
    const within = { ...limits, maxSeats: 3 };
    const asked = [wish([2, 3]), wish([4, 5, 6], "s-binh")];
    expect((await holdSeats(asked, within)).verdicts).toMatchObject([{ code: "too_many" }, { code: "held" }]);
  });

  it("S6 S14 joins no hold of another's, who asks in the same statement", async () => {
    const theirs = await hold([0], "s-binh");
    const asked = [wish([1], "s-an", theirs.holdId), wish([2], "s-binh", theirs.holdId)];
    expect((await holdSeats(asked)).verdicts).toMatchObject([
      { code: "join_lost" },
      { code: "held", holdId: theirs.holdId, seats: [0, 2] },
    ]);
    expect(await seatsAt([1])).toMatchObject([{ status: "available" }]);
  });

  it("S7 is kept to its longest time, also for seats that joined it later", async () => {
    const { holdId } = await hold([0]);
    await age(holdId, 50_000);
    await holdSeats([wish([1], "s-an", holdId)]);
    await age(holdId, 5_000);
    for (let again = 0; again < 2; again += 1) {
      const [found] = (await findHolds(pool, [{ showId, holdId }])).found[0] ?? [];
      if (!found) throw new Error("no hold");
      const { untilMs } = await extendHolds([found]);
      await age(holdId, 40_000);
      // Two minutes after it began at the latest.
      const left = (await seatsAt([0, 1])).map(({ until }) => until - found.sinceMs + 40_000);
      expect(Math.max(...left)).toBeLessThan(limits.holdMaxMs + 1);
      expect(new Set(left).size).toBe(1);
      expect(untilMs[0]).toBeCloseTo(found.sinceMs + (left[0] ?? 0), 0);
    }
  });

  it("S7 is not made shorter by an extension", async () => {
    const found = await hold([0]);
    await age(found.holdId, -30_000);
    const [before] = await seatsAt([0]);
    expect((await extendHolds([found])).untilMs).toEqual([before?.until]);
    expect(await seatsAt([0])).toEqual([before]);
  });

  it("S4 is not extended at all when one of its seats is gone", async () => {
    const found = await hold([0, 1]);
    await pool.query("UPDATE seats SET hold_until = now() WHERE show_id = $1 AND seat = 1", [showId]);
    await hold([1], "s-binh");
    const before = await seatsAt([0, 1]);
    expect((await extendHolds([found])).untilMs).toEqual([null]);
    expect(await seatsAt([0, 1])).toEqual(before);
  });

  it("F6 is swept after its end and not before, and the sweep knows the next end", async () => {
    await pool.query("UPDATE shows SET next_lapse = NULL WHERE show_id = $1", [showId]);
    const [an, binh] = [await hold([0, 1], "s-an"), await hold([2], "s-binh")];
    const nextLapse = async () => {
      const { rows } = await pool.query<{ at: number }>(
        "SELECT (extract(epoch FROM next_lapse) * 1000)::float8 AS at FROM shows WHERE show_id = $1",
        [showId],
      );
      return rows[0]?.at;
    };
    expect(await nextLapse()).toBe(an.untilMs);
    expect((await lapseHolds()).changed).toBeNull();
    await age(an.holdId, limits.holdTtlMs);
    const row = await lapseHolds();
    expect(readLapsed(row)).toEqual([{ holdId: an.holdId, buyer: "s-an", seats: [0, 1] }]);
    expect(row.changed?.toSorted()).toEqual([0, 1]);
    expect(await seatsAt([0, 1, 2])).toMatchObject([
      { status: "available" },
      { status: "available" },
      { status: "held", held_by: "s-binh" },
    ]);
    expect(await nextLapse()).toBe(binh.untilMs);
  });
});

describe("a cancellation", () => {
  const bought = async (seats: number[], buyer = "s-an", key = "k") => {
    const wish = {
      ...sale(
        "",
        seats.map((seat) => ({ seat })),
        key,
      ),
      holdId: undefined,
      buyer,
    };
    const [verdict] = (await sellSeats([wish])).verdicts;
    if (verdict?.code !== "booked") throw new Error(`not sold: ${verdict?.code}`);
    return verdict.reference;
  };

  it("S13 gives back all seats of the booking and no other, and says so once", async () => {
    const reference = await bought([0, 1]);
    await bought([2], "s-an", "another");
    const { verdict, changed } = await cancel(reference, "s-an");
    expect([verdict, changed?.toSorted()]).toEqual(["cancelled", [0, 1]]);
    expect(await seatsAt([0, 1, 2])).toMatchObject([
      { status: "available", held_by: null },
      { status: "available", held_by: null },
      { status: "booked" },
    ]);
    expect(await cancel(reference, "s-an")).toMatchObject({ verdict: "cancelled", changed: null });
  });

  it("S14 is made for nobody but the owner", async () => {
    const reference = await bought([0]);
    expect(await cancel(reference, "s-binh")).toMatchObject({ verdict: "not_yours", changed: null });
    expect(await cancel("NEVER", "s-an")).toMatchObject({ verdict: "not_found", changed: null });
    expect(await seatsAt([0])).toMatchObject([{ status: "booked", held_by: "s-an" }]);
  });

  it.each([
    ["holds", () => hold([0], "s-binh"), "held"],
    ["has bought", () => bought([0], "s-binh", "theirs"), "booked"],
  ])("S13 that is repeated leaves the seat to whoever %s it by now", async (_, taken, status) => {
    const reference = await bought([0]);
    await cancel(reference, "s-an");
    await taken();
    expect(await cancel(reference, "s-an")).toMatchObject({ verdict: "cancelled", changed: null });
    expect(await seatsAt([0])).toMatchObject([{ status, held_by: "s-binh" }]);
  });
});

describe("every transition", () => {
  it("F1 raises the version by one for each seat it changes, and by none for those it refuses", async () => {
    const version = async () => {
      const { rows } = await pool.query<{ version: number; logged: number; taken: number; counted: number }>(
        `SELECT s.version, s.seats_taken AS taken,
                (SELECT max(c.version) FROM seat_changes c WHERE c.show_id = $1) AS logged,
                (SELECT count(*)::int FROM seats c WHERE c.show_id = $1 AND c.status <> 'available') AS counted
         FROM shows s WHERE s.show_id = $1`,
        [showId],
      );
      const [row] = rows;
      if (!row) throw new Error("there is no show");
      expect([row.logged, row.taken]).toEqual([row.version, row.counted]);
      return row.version;
    };
    let expected = await version();
    const raises = async (by: number, transition: () => Promise<unknown>) => {
      await transition();
      expected += by;
      expect(await version()).toBe(expected);
    };
    const shot = (seats: number[], key: string, buyer = "s-an") => {
      const wish = {
        ...sale(
          "",
          seats.map((seat) => ({ seat })),
          key,
        ),
        holdId: undefined,
        buyer,
      };
      return () => sellSeats([wish]);
    };
    await raises(3, () => hold([0, 1, 2]));
    await raises(0, () => hold([0, 1, 2]));
    await raises(0, shot([0], "theirs", "s-binh"));
    await raises(0, shot([1, 2], "theirs-too", "s-binh"));
    await raises(2, shot([0, 1], "k1"));
    await raises(0, shot([0, 1], "k1"));
    await raises(1, shot([3], "k2"));
    await raises(0, shot([3], "k2"));
    await raises(1, shot([2], "k3"));
    await raises(2, () => cancel("REFk1", "s-an"));
    await raises(0, () => cancel("REFk1", "s-an"));
    const found = await hold([4]);
    expected += 1;
    await raises(0, () => extendHolds([found]));
    await raises(1, () => releaseSeats([found]));
    await raises(0, () => releaseSeats([found]));
    await hold([5]);
    await age(found.holdId, limits.holdTtlMs);
    expected += 1;
    await raises(1, () => lapseHolds());
    await raises(2, () => callShows(pool, RESET_SHOW, [{ showId, columns: {} }], null));
  });

  /** Each changes nothing, so that only its first statement can make it wait. */
  it.each<[string, ShowFunction, () => ShowCall]>([
    [
      "a hold",
      HOLD_SEATS,
      () => holdCall(showId, [{ showId, buyer: "s-binh", seats: [0], newHoldId: "n" }], limits),
    ],
    ["an extension", EXTEND_HOLDS, () => extendCall(showId, [lost], limits)],
    ["a release", RELEASE_SEATS, () => releaseCall(showId, [lost])],
    [
      "a sale",
      SELL_SEATS,
      () =>
        sellCall(showId, [
          sale("demo.lost", [
            { seat: 0, fence: -1 },
            { seat: 1, fence: -1 },
          ]),
        ]),
    ],
    [
      "a cancellation",
      CANCEL_BOOKING,
      () => ({ showId, columns: { p_reference: "NEVER", p_buyer: "s-an" } }),
    ],
    ["a refusal of a key", REFUSE_SALES, () => refuseCall(showId, [])],
    ["a sweep", LAPSE_HOLDS, () => ({ showId, columns: { skip_busy: false } })],
  ])("C5 takes its show's row before it looks at a seat: %s", async (_, fn, call) => {
    await hold([0]);
    const client = await pool.connect();
    let called: Promise<unknown> | undefined;
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM shows WHERE show_id = $1 FOR NO KEY UPDATE", [showId]);
      called = callShows(pool, fn, [call()], null);
      const first = await Promise.race([
        called.then(() => "it is answered"),
        untilBlocked().then(() => "it waits for the row"),
      ]);
      expect(first).toBe("it waits for the row");
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    await called;
  });
  const lost: FencedSeats = { showId, holdId: "demo.lost", seats: [0], fences: [-1] };

  it("S10 goes by the time at which it has the show's row, not by when it was asked", async () => {
    const { holdId, fences } = await hold([0]);
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM shows WHERE show_id = $1 FOR NO KEY UPDATE", [showId]);
      const sold = sellSeats([sale(holdId, [{ seat: 0, fence: fences[0] }])]);
      await untilBlocked();
      // Asked for by itself: Citus lets no UPDATE ask for the time.
      const { rows } = await client.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
      await client.query("UPDATE seats SET hold_until = $2::timestamptz WHERE show_id = $1 AND seat = 0", [
        showId,
        rows[0]?.now,
      ]);
      await client.query("COMMIT");
      expect((await sold).verdicts).toEqual([{ code: "hold_lost" }]);
    } finally {
      client.release();
    }
  });
});

/** One seat is sold by plain statements, several by statements on sets: each must refuse the same. */
describe.each([
  ["one seat", [0]],
  ["several seats", [0, 1, 2]],
])("a sale of %s", (_, seats) => {
  const oneShot = (key = "k", buyer = "s-an") => ({
    showId,
    buyer,
    seats: seats.map((seat) => ({ seat, price: 1 })),
    idempotencyKey: key,
    requestHash: "h",
    reference: `REF${key}${buyer}`,
  });
  const fencesOf = async () => {
    const { rows } = await pool.query<{ fence: number }>(
      "SELECT fence FROM seats WHERE show_id = $1 AND seat = ANY ($2) ORDER BY seat",
      [showId, seats],
    );
    return rows.map(({ fence }) => fence);
  };

  it("S4 without a hold raises the fence of each, and answers it", async () => {
    const before = await fencesOf();
    const { verdicts } = await sellSeats([oneShot()]);
    const raised = before.map((fence) => fence + 1);
    expect(await fencesOf()).toEqual(raised);
    expect(verdicts).toMatchObject([{ code: "booked", fences: raised }]);
  });

  it("S11 sells nobody else's live hold", async () => {
    const { fences } = await hold([seats.at(-1) ?? 0], "s-binh");
    const [verdict] = (await sellSeats([oneShot()])).verdicts;
    expect(verdict).toMatchObject({
      code: "taken",
      taken: [{ heldBy: "s-binh", fence: fences[0], status: "held" }],
    });
    expect(await statuses()).toBe("available held");
  });

  it("S11 sells a lapsed hold, and the buyer's own", async () => {
    await hold(seats, "s-binh");
    await pool.query("UPDATE seats SET hold_until = now() WHERE show_id = $1 AND status = 'held'", [showId]);
    expect((await sellSeats([oneShot()])).verdicts).toMatchObject([{ code: "booked", again: false }]);
    await callShows(pool, RESET_SHOW, [{ showId, columns: {} }], null);
    await hold(seats, "s-an");
    expect((await sellSeats([oneShot("another")])).verdicts).toMatchObject([
      { code: "booked", again: false },
    ]);
  });

  it("S4 S9 presents the right hold, or sells nothing", async () => {
    const { holdId, fences } = await hold(seats);
    const presented = seats.map((seat, at) => ({ seat, fence: fences[at] }));
    expect((await sellSeats([sale("demo.another", presented)])).verdicts).toEqual([{ code: "hold_lost" }]);
    expect(await statuses()).toBe("available held");
    expect((await sellSeats([sale(holdId, presented, "k2")])).verdicts).toMatchObject([{ code: "booked" }]);
  });

  it("S12 answers a used key with its booking, and the same key for something else with a mismatch", async () => {
    await sellSeats([oneShot()]);
    expect((await sellSeats([{ ...oneShot(), reference: "OTHER" }])).verdicts).toMatchObject([
      { code: "booked", again: true, reference: "REFks-an", seats },
    ]);
    const other = { ...oneShot(), requestHash: "other", reference: "OTHER" };
    expect((await sellSeats([other])).verdicts).toEqual([{ code: "mismatch" }]);
  });

  it("S12 S20 has nothing to do with another buyer's use of the same key, sold or refused", async () => {
    await sellSeats([oneShot("k", "s-an")]);
    expect((await sellSeats([oneShot("k", "s-binh")])).verdicts).toMatchObject([{ code: "taken" }]);
    expect((await sellSeats([oneShot("k", "s-chi")])).verdicts).toMatchObject([{ code: "taken" }]);
    await cancel("REFks-an", "s-an");
    expect((await sellSeats([oneShot("k", "s-dung")])).verdicts).toMatchObject([
      { code: "booked", again: false, reference: "REFks-dung" },
    ]);
  });

  it("S17 sells no free seat of a show that has begun, and what was held before", async () => {
    const begunShow = await aShowThatBegins();
    const held = await holdIn(begunShow, seats);
    await pool.query("UPDATE shows SET starts_at = now() - interval '1 second' WHERE show_id = $1", [
      begunShow,
    ]);
    const free = {
      ...oneShot(),
      showId: begunShow,
      seats: seats.map((seat) => ({ seat: seat + 10, price: 1 })),
    };
    expect((await sellIn(begunShow, [free])).verdicts).toEqual([{ code: "begun" }]);
    const confirmed = { ...oneShot("c"), showId: begunShow, holdId: held.holdId };
    const presented = seats.map((seat, at) => ({ seat, price: 1, fence: held.fences[at] }));
    expect((await sellIn(begunShow, [{ ...confirmed, seats: presented }])).verdicts).toMatchObject([
      { code: "booked" },
    ]);
  });

  it("S20 closes the key of what it refuses: the same answer for ever, whatever becomes of the seat", async () => {
    const { holdId, fences } = await hold(seats, "s-binh");
    expect((await sellSeats([oneShot()])).verdicts).toMatchObject([{ code: "taken" }]);
    await releaseSeats([{ showId, holdId, seats, fences }]);
    expect((await sellSeats([oneShot()])).verdicts).toMatchObject([
      { code: "refused", refusal: { code: "taken", seats } },
    ]);
    expect(await statuses()).toBe("available");
    expect((await sellSeats([oneShot("new")])).verdicts).toMatchObject([{ code: "booked" }]);
  });

  it("S20 is decided before or after a refusal of its key, never beside it", async () => {
    const { columns } = refuseCall(showId, [
      { showId, buyer: "s-an", idempotencyKey: "k", requestHash: "h", refusal: { code: "hold_lost" } },
    ]);
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM refuse_sales($1, NULL, $2, $3)", [
      showId,
      columns.r_sales,
      columns.r_refusal,
    ]);
    const sold = sellSeats([oneShot()]);
    await untilBlocked();
    await client.query("COMMIT");
    client.release();
    expect((await sold).verdicts).toMatchObject([{ code: "refused" }]);
    expect(await statuses()).toBe("available");
  });
});

it("takes any text a buyer may write", async () => {
  const name = String.raw`O'Brien "Bob", (Jr.) \\ {x} "" ${"\n"} Trần`;
  const wish = { ...sale("", [{ seat: 0 }]), holdId: undefined, name, email: "" };
  await callShows(pool, SELL_SEATS, [sellCall(showId, [wish])], null);
  const { rows } = await pool.query("SELECT name, email FROM bookings WHERE show_id = $1", [showId]);
  expect(rows).toEqual([{ name, email: "" }]);
});

describe("a refusal of a key", () => {
  it("S20 waits for a sale of that key that is under way, and answers its booking", async () => {
    const client = await pool.connect();
    await client.query("BEGIN");
    const [wish] = [sale("", [{ seat: 0 }])].map(({ holdId: _, ...rest }) => rest);
    if (!wish) throw new Error("nothing was wished for");
    const call = sellCall(showId, [wish]);
    const columns = Object.keys(SELL_SEATS.columns).map((column) => call.columns[column]);
    const places = ["showId", "deadline", ...columns].map((__, at) => `$${at + 1}`);
    await client.query(`SELECT * FROM sell_seats(${places.join(", ")})`, [showId, null, ...columns]);
    const refused = callShows<{ known_keys: unknown[] | null }>(
      pool,
      REFUSE_SALES,
      [refuseCall(showId, [{ ...wish, refusal: { code: "hold_lost" } }])],
      null,
    );
    await untilBlocked();
    await client.query("COMMIT");
    client.release();
    expect((await refused)[0]?.known_keys).toHaveLength(1);
    const { rowCount } = await pool.query("SELECT FROM refused_keys WHERE show_id = $1", [showId]);
    expect(rowCount).toBe(0);
  });
});

describe("a call whose deadline has passed", () => {
  it("X2 changes nothing, and says so", async () => {
    const { holdId, fences } = await hold([0]);
    const late = sale(holdId, [{ seat: 0, fence: fences[0] }]);
    await expect(sellSeats([late], Date.now() - 60_000)).rejects.toMatchObject({ code: TOO_LATE });
    expect(await statuses()).toBe("available held");
    expect((await sellSeats([late], Date.now() + 60_000)).verdicts).toMatchObject([{ code: "booked" }]);
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
        buyer: `s-${at}-${part}`,
        seats: wanted.slice(part * 8, part * 8 + 8),
        newHoldId: `demo.${at}-${part}`,
      }));
      return () => holdSeats(requests, { ...limits, holdTtlMs: 1 });
    });
    const outcomes = await Promise.allSettled(statements.map((statement) => statement()));
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [String(outcome.reason)] : [],
    );
    expect(errors, `seed ${random.seed}`).toEqual([]);
  });
});
