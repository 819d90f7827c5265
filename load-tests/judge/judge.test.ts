/** The judge on a ledger that is right, and on ledgers broken by hand: every break must turn the verdict red. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database";
import type { Answer, Outcome, ScreenNote } from "./client-notes";
import { type Case, judge, type Verdict } from "./judge";
import { readStartingState, type StartingState } from "./starting-state";

const BOX_OFFICE: Case = {
  ledger: { kind: "box-office" },
  expectation: "once",
  decides: true,
  shared: false,
};
const NAIVE: Case = {
  ledger: { kind: "lab", strategy: "naive" },
  expectation: "many",
  decides: false,
  shared: false,
};

let database: TestDatabase;
let client: pg.Client;
let start: StartingState;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  await client.query(`
    -- Against which a double sale cannot even be made by hand.
    DROP INDEX IF EXISTS booking_seats_sold_once;
    TRUNCATE bookings, booking_seats, seat_changes, lab_sales;
    UPDATE seats SET status = 'available', booking_reference = NULL WHERE show_id = 'demo';
    UPDATE shows SET version = 0 WHERE show_id = 'demo'`);
  start = await readStartingState(client);
});

describe("a run of the box office", () => {
  test("is green when the ledger is what the clients were told", async () => {
    await sell("A1", "ann", "REF1");
    const verdict = await judge(client, start, [won("ann", "A1", "REF1"), lost("bob", "A1")], BOX_OFFICE);
    expect(verdict).toMatchObject({ requests: 2, sold: 1, doubleBookings: 0, faults: [] });
  });

  test("is red when a seat was sold twice", async () => {
    await sell("A1", "ann", "REF1");
    await sell("A1", "bob", "REF2");
    const verdict = await judge(
      client,
      start,
      [won("ann", "A1", "REF1"), won("bob", "A1", "REF2")],
      BOX_OFFICE,
    );
    expect(verdict.doubleBookings).toBe(1);
    expect(faults(verdict)).toMatch(/1 double bookings: A1 2 times/);
  });

  test("H1 is red when no order explains what buyers were told, and names the two", async () => {
    await sell("A1", "ann", "REF1");
    const verdict = await judge(
      client,
      start,
      [won("ann", "A1", "REF1"), won("bob", "A1", "REF2"), lost("cho", "A1")],
      BOX_OFFICE,
    );
    expect(faults(verdict)).toMatch(
      /no order explains what was told \(sold-twice\): (ann|bob)'s book .*; (ann|bob)'s book/,
    );
    expect(verdict.history.operations).toHaveLength(3);
    expect(verdict.history.ledger?.bookings).toMatchObject([
      { buyer: "ann", seats: ["A1"], reference: "REF1" },
    ]);
  });

  test("is red when an acknowledged booking is gone", async () => {
    await sell("A1", "ann", "REF1");
    await sell("A2", "bob", "REF2");
    await client.query("DELETE FROM booking_seats WHERE reference = 'REF2'");
    await client.query("UPDATE seats SET status = 'available', booking_reference = NULL WHERE label = 'A2'");
    const verdict = await judge(
      client,
      start,
      [won("ann", "A1", "REF1"), won("bob", "A2", "REF2")],
      BOX_OFFICE,
    );
    expect(faults(verdict)).toMatch(/1 seats acknowledged as bought but missing in the ledger: bob A2/);
  });

  test("is red when somebody else's booking stands where one was acknowledged", async () => {
    await sell("A1", "ann", "REF1");
    const verdict = await judge(
      client,
      start,
      [won("ann", "A1", "REF1"), won("bob", "A1", "REF9")],
      BOX_OFFICE,
    );
    expect(faults(verdict)).toMatch(/missing in the ledger: bob A1 \(REF9\)/);
  });

  test("is red when a buyer who was refused has the seat", async () => {
    await sell("A1", "ann", "REF1");
    const verdict = await judge(client, start, [lost("ann", "A1"), lost("bob", "A1")], BOX_OFFICE);
    expect(faults(verdict)).toMatch(/1 seats sold to buyers who were not told so: ann A1/);
  });

  test("leaves open what an unanswered request came to, but not that it was unanswered", async () => {
    await sell("A1", "ann", "REF1");
    const silence = told("ann", "A1", "unanswered", { code: "ECONNRESET" });
    expect((await judge(client, start, [silence], { ...BOX_OFFICE, decides: false })).faults).toEqual([]);
    expect(faults(await judge(client, start, [silence], BOX_OFFICE))).toMatch(
      /1 requests were not decided \(ECONNRESET\)/,
    );
  });

  test("is red when a contender is told of an error instead of a refusal", async () => {
    await sell("A1", "ann", "REF1");
    const failure = told("bob", "A1", "error", { code: "500" });
    const verdict = await judge(client, start, [won("ann", "A1", "REF1"), failure], BOX_OFFICE);
    expect(faults(verdict)).toMatch(/1 requests were not decided \(500\)/);
  });

  test("does not count what strangers buy, if there may be any", async () => {
    await sell("A1", "ann", "REF1");
    await sell("A2", "stranger", "REF2");
    const answers = [won("ann", "A1", "REF1")];
    expect((await judge(client, start, answers, { ...BOX_OFFICE, shared: true })).faults).toEqual([]);
    expect(faults(await judge(client, start, answers, BOX_OFFICE))).toMatch(/not told so: stranger A2/);
  });

  test("is red when a seat's row and its sale contradict each other", async () => {
    await sell("A1", "ann", "REF1");
    await client.query("UPDATE seats SET status = 'available' WHERE show_id = 'demo' AND label = 'A1'");
    const verdict = await judge(client, start, [won("ann", "A1", "REF1")], BOX_OFFICE);
    expect(faults(verdict)).toMatch(/1 seats whose row and sale contradict each other: demo A1/);
  });

  test("is red when a lapsed hold keeps its seat", async () => {
    await sell("A1", "ann", "REF1");
    await client.query(
      `UPDATE seats SET status = 'held', hold_id = 'h', held_by = 'bob', held_since = now(),
              hold_until = now() - interval '1 second'
       WHERE show_id = 'demo' AND label = 'A2'`,
    );
    const verdict = await judge(client, start, [won("ann", "A1", "REF1")], BOX_OFFICE);
    expect(verdict.lost).toEqual(["demo A2"]);
    expect(faults(verdict)).toMatch(/1 seats lost/);
  });

  test("is red when a seat was held for two buyers at once", async () => {
    await sell("A1", "ann", "REF1");
    const annBuys = [held("ann", "A1", 1_000), confirmed("ann", "A1", 2_000, "REF1")];
    const look = async (...others: Answer[]) =>
      faults(await judge(client, start, [...annBuys, ...others], BOX_OFFICE));

    expect(await look(held("bob", "A1", 500, { heldForMs: 400 }))).toBe("");
    // Who was first cannot be told from the times; that nobody can have been is for the checker to say.
    expect(await look(held("bob", "A1", 999))).toMatch(/^no order explains what was told \(/);
    expect(await look(held("bob", "A1", 1_500))).toMatch(
      /1 seats held for two buyers at once: A1 \(ann, then bob\)/,
    );
    expect(await look(held("bob", "A1", 9_000))).toMatch(/held for two buyers/);
    expect(await look(held("bob", "A1", 100))).toMatch(/A1 \(bob, then ann\)/);
    expect(await look(held("bob", "A1", 100), letGo("bob", "A1", 900))).toBe("");
  });

  test("is red when a hold ended before its time", async () => {
    await sell("A1", "ann", "REF1");
    const expired = (askedAt: number) =>
      told("bob", "A2", "refused", { operation: "confirm", code: "hold_expired", askedAt });
    const look = async (askedAt: number) =>
      faults(
        await judge(
          client,
          start,
          [won("ann", "A1", "REF1"), held("bob", "A2", 0), expired(askedAt)],
          BOX_OFFICE,
        ),
      );
    expect(await look(6_000)).toBe("");
    expect(await look(3_000)).toMatch(/1 holds that ended before their time: bob A2/);
  });

  test("is red when nothing was sold, and when nobody came", async () => {
    expect(faults(await judge(client, start, [lost("ann", "A1")], BOX_OFFICE))).toMatch(/nothing was sold/);
    expect(faults(await judge(client, start, [], BOX_OFFICE))).toMatch(/did not arrive/);
  });
});

describe("what viewers saw", () => {
  test("is compared with the map at the version they show", async () => {
    await sell("A1", "ann", "REF1");
    const map = [...(start.maps.get("demo")?.seats ?? "")];
    const before = map.join("");
    map[0] = "b";
    const answers = [won("ann", "A1", "REF1")];
    const look = async (screen: Partial<ScreenNote>) =>
      (
        await judge(
          client,
          start,
          [...answers, saw({ version: 1, seats: map.join(""), ...screen })],
          BOX_OFFICE,
        )
      ).faults;

    expect(await look({})).toEqual([]);
    expect(await look({ seats: before })).toEqual([
      expect.stringMatching(/1 viewers saw something else.*1 of \d+ seats otherwise/),
    ]);
    expect(await look({ version: 0, seats: before, seenAt: Date.now() + 60_000 })).toEqual([
      expect.stringMatching(/showed version 0 when version 1 was long committed/),
    ]);
    expect(await look({ version: 0, seats: before })).toEqual([]);
  });
});

describe("a run of the naive strategy", () => {
  test("must sell the seat twice, and that is an expected failure", async () => {
    await labSale("A1", "ann");
    await labSale("A1", "bob");
    const verdict = await judge(client, start, [won("ann", "A1"), won("bob", "A1")], NAIVE);
    expect(verdict).toMatchObject({ sold: 2, doubleBookings: 1, faults: [] });
    expect(verdict.expectedFailure).toMatch(/A1 2 times/);
  });

  test("is red when it sells once, for then the run cannot see the race", async () => {
    await labSale("A1", "ann");
    const verdict = await judge(client, start, [won("ann", "A1"), lost("bob", "A1")], NAIVE);
    expect(verdict.expectedFailure).toBeNull();
    expect(faults(verdict)).toMatch(/cannot see the race/);
  });

  test("is red when a sale the buyer was told of is not in the ledger", async () => {
    await labSale("A1", "ann");
    await labSale("A1", "bob");
    const answers = [won("ann", "A1"), won("bob", "A1"), won("cay", "A1")];
    expect(faults(await judge(client, start, answers, NAIVE))).toMatch(/missing in the ledger: cay A1/);
  });
});

/** A sale as the box office writes it. */
async function sell(label: string, buyer: string, reference: string): Promise<void> {
  await client.query(
    `WITH seat AS (
       UPDATE seats SET status = 'booked', booking_reference = $2, held_by = $3
       WHERE show_id = 'demo' AND label = $1 RETURNING seat
     ), sold AS (
       INSERT INTO booking_seats (reference, show_id, seat, price) SELECT $2, 'demo', seat, 1000 FROM seat
     ), show AS (
       UPDATE shows SET version = version + 1 WHERE show_id = 'demo' RETURNING version
     ), change AS (
       INSERT INTO seat_changes (show_id, version, seats, status) SELECT 'demo', version, ARRAY[seat], 'booked' FROM seat, show
     )
     INSERT INTO bookings (reference, buyer, show_id, total, idempotency_key, request_hash)
     VALUES ($2, $3, 'demo', 1000, $2, 'by hand')`,
    [label, reference, `guest-${buyer}`],
  );
}

async function labSale(label: string, buyer: string): Promise<void> {
  await client.query(
    "INSERT INTO lab_sales (race_id, label, buyer, strategy) VALUES ('demo', $1, $2, 'naive')",
    [label, `guest-${buyer}`],
  );
}

function won(buyer: string, seat: string, reference?: string): Answer {
  return told(buyer, seat, "done", reference === undefined ? {} : { reference });
}

function held(buyer: string, seat: string, askedAt: number, more: Partial<Answer> = {}): Answer {
  return told(buyer, seat, "done", { operation: "hold", askedAt, heldForMs: 5_000, ...more });
}

function confirmed(buyer: string, seat: string, askedAt: number, reference: string): Answer {
  return told(buyer, seat, "done", { operation: "confirm", askedAt, reference });
}

function letGo(buyer: string, seat: string, askedAt: number): Answer {
  return told(buyer, seat, "done", { operation: "release", askedAt });
}

function lost(buyer: string, seat: string): Answer {
  return told(buyer, seat, "refused", { code: "seat_taken" });
}

function told(buyer: string, seat: string, outcome: Outcome, more: Partial<Answer>): Answer {
  const asked = { kind: "answer", operation: "book", showId: "demo", askedAt: 0, tookMs: 1 } as const;
  return { ...asked, buyer, seats: [seat], outcome, ...more };
}

function saw(screen: Pick<ScreenNote, "version" | "seats"> & Partial<ScreenNote>): ScreenNote {
  return {
    kind: "screen",
    viewer: "eve",
    showId: "demo",
    packets: 1,
    gaps: 0,
    seenAt: Date.now(),
    ...screen,
  };
}

function faults(verdict: Verdict): string {
  return verdict.faults.join("\n");
}
