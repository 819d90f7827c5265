import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { HoldPay } from "#contract/payment";
import type { BoxOffice } from "#server/booking/box-office";
import { createLog } from "#server/ops/log";
import { type PayDeps, payForHold } from "#server/payment/pay";
import type { PaymentProvider } from "#server/payment/provider";
import { settlePayments } from "#server/payment/settler";
import { createTestProvider } from "#server/payment/test-provider";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { startServices, type TestServices } from "#testing/services";

const APPROVES = "4242424242424242";
const DECLINES = "4000000000000002";
const quiet = createLog("silent");

let services: TestServices;
let office: TestBoxOffice;
let boxOffice: BoxOffice;
let pool: pg.Pool;
let deps: PayDeps;
/** What the provider was asked, in order. */
let asked: string[];

beforeAll(async () => {
  services = await startServices();
  office = await openBoxOffice(services.databaseUrl, services.redisUrl);
  ({ boxOffice, pool } = office);
});

afterAll(async () => {
  await office.close();
  await services.remove();
});

beforeEach(async () => {
  await boxOffice.resetDemo("demo");
  asked = [];
  const { shows } = office;
  deps = {
    pool,
    shows,
    boxOffice,
    provider: recorded(createTestProvider()),
    answerWithinMs: 5_000,
    log: quiet,
  };
});

test("P1 an approved card is charged after the seats are sold, for exactly their price", async () => {
  const holdId = await hold("minh", ["A1", "A2"]);
  const outcome = await payForHold(deps, order(holdId));
  expect(outcome).toMatchObject({ ok: true, booking: { seats: ["A1", "A2"], total: 180_000 } });
  expect(asked).toEqual(["authorise 180000", "capture 180000"]);
  expect(await payments()).toMatchObject([{ status: "captured", amount: 180_000, last_four: "4242" }]);
});

test("P2 a declined card sells nothing and leaves the hold alone", async () => {
  const holdId = await hold("minh", ["A1"]);
  expect(await payForHold(deps, order(holdId, { card: DECLINES }))).toMatchObject({
    ok: false,
    code: "payment_declined",
  });
  expect(await soldSeats()).toBe(0);
  expect(await boxOffice.holdsOf("minh", "demo")).toMatchObject([{ id: holdId, seats: ["A1"] }]);
  expect(await payForHold(deps, order(holdId, { key: "another try" }))).toMatchObject({ ok: true });
  expect(asked).toEqual(["authorise 90000", "void", "authorise 90000", "capture 90000"]);
});

test("P3 a hold that lapses while the bank is thinking costs nothing", async () => {
  const holdId = await hold("minh", ["A1"]);
  deps.provider = recorded({
    ...createTestProvider(),
    async authorise(request) {
      await lapse(holdId);
      return createTestProvider().authorise(request);
    },
  });
  expect(await payForHold(deps, order(holdId))).toMatchObject({ ok: false, code: "hold_expired" });
  expect(asked).toEqual(["authorise 90000", "void"]);
  expect(await payments()).toMatchObject([{ status: "voided" }]);
});

test("P4 seats that another tab adds meanwhile are not sold for the old price", async () => {
  const holdId = await hold("minh", ["A1"]);
  deps.provider = recorded({
    ...createTestProvider(),
    async authorise(request) {
      await boxOffice.hold({ buyer: "minh", showId: "demo", seats: ["A1", "A2"] });
      return createTestProvider().authorise(request);
    },
  });
  expect(await payForHold(deps, order(holdId))).toMatchObject({ ok: false, code: "invalid" });
  expect(await soldSeats()).toBe(0);
  expect(asked).toEqual(["authorise 90000", "void"]);
});

test("P5 a closed attempt buys nothing more, even while the hold stands", async () => {
  const holdId = await hold("minh", ["A1"]);
  await payForHold(deps, order(holdId, { card: DECLINES }));
  await pool.query("UPDATE payments SET status = 'voided'");
  expect(await payForHold(deps, order(holdId))).toMatchObject({ ok: false, code: "idempotency_mismatch" });
  expect(await soldSeats()).toBe(0);
});

test("P5 pressing Pay ten times at once pays and books once", async () => {
  const holdId = await hold("minh", ["A1"]);
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => payForHold(deps, order(holdId))));
  const references = outcomes.map((outcome) => outcome.ok && outcome.booking.reference);
  expect(new Set(references).size).toBe(1);
  expect(references[0]).toBeTruthy();
  expect(await soldSeats()).toBe(1);
  expect(await payments()).toMatchObject([{ status: "captured" }]);
});

test("P5 repeating a payment whose answer was lost answers the same booking and charges nothing again", async () => {
  const holdId = await hold("minh", ["A1"]);
  const first = await payForHold(deps, order(holdId));
  const again = await payForHold(deps, order(holdId));
  expect(again).toEqual(first);
  expect(asked).toEqual(["authorise 90000", "capture 90000"]);
});

test("P6 another buyer's hold cannot be paid for", async () => {
  const holdId = await hold("minh", ["A1"]);
  expect(await payForHold(deps, { ...order(holdId), buyer: "lan" })).toMatchObject({
    ok: false,
    code: "not_yours",
  });
  expect(asked).toEqual([]);
  expect(await payments()).toEqual([]);
});

test("P7 a card that is not a test card is refused, and only its last four digits are ever written down", async () => {
  const holdId = await hold("minh", ["A1"]);
  expect(await payForHold(deps, order(holdId, { card: "4111111111111111" }))).toMatchObject({
    ok: false,
    code: "invalid",
  });
  const { rows } = await pool.query("SELECT to_jsonb(p)::text AS row FROM payments p");
  expect(rows[0].row).not.toContain("411111111111");
});

test("P8 the settler takes the money for seats sold just before the node died", async () => {
  const holdId = await hold("minh", ["A1"]);
  const dying = recorded({ ...createTestProvider(), capture: () => Promise.reject(new Error("killed")) });
  const outcome = await payForHold({ ...deps, provider: dying }, order(holdId));
  expect(outcome.ok).toBe(true);
  expect(await payments()).toMatchObject([{ status: "authorised" }]);
  await settleNow();
  expect(await payments()).toMatchObject([{ status: "captured" }]);
});

test("P8 the settler gives back what was set aside for a hold that is over, and not before", async () => {
  const holdId = await hold("minh", ["A1"]);
  const dying: PaymentProvider = {
    ...createTestProvider(),
    authorise: () => Promise.reject(new Error("killed")),
  };
  expect(await payForHold({ ...deps, provider: dying }, order(holdId))).toMatchObject({ code: "pending" });
  await settleNow();
  expect(await payments()).toMatchObject([{ status: "asking" }]);
  await lapse(holdId);
  await settleNow();
  expect(await payments()).toMatchObject([{ status: "voided" }]);
});

test("P9 a cancelled booking is paid back once", async () => {
  const holdId = await hold("minh", ["A1"]);
  const outcome = await payForHold(deps, order(holdId));
  if (!outcome.ok) throw new Error(outcome.code);
  await boxOffice.cancel({ buyer: "minh", reference: outcome.booking.reference });
  await settleNow();
  await settleNow();
  expect(asked.filter((call) => call === "refund")).toHaveLength(1);
  expect(await payments()).toMatchObject([{ status: "refunded" }]);
});

function order(holdId: string, change: { card?: string; key?: string } = {}): HoldPay & { buyer: string } {
  return {
    buyer: "minh",
    holdId,
    idempotencyKey: change.key ?? "first try",
    name: "Minh",
    email: "minh@example.com",
    card: { number: change.card ?? APPROVES, expiry: "12/40", cvc: "123" },
  };
}

async function hold(buyer: string, seats: string[]): Promise<string> {
  const decision = await boxOffice.hold({ buyer, showId: "demo", seats });
  if (!decision.ok) throw new Error(decision.code);
  return decision.hold.id;
}

/** As if everyone who was at a payment had been gone for long enough. */
async function settleNow(): Promise<void> {
  await pool.query("UPDATE payments SET settle_at = now()");
  await settlePayments({ ...deps, metrics: office.metrics });
}

async function lapse(holdId: string): Promise<void> {
  await pool.query("UPDATE seats SET hold_until = now() - interval '1 second' WHERE hold_id = $1", [holdId]);
}

function recorded(provider: PaymentProvider): PaymentProvider {
  return {
    authorise: (request) => note(`authorise ${request.amount}`, provider.authorise(request)),
    capture: (authorisation, amount) => note(`capture ${amount}`, provider.capture(authorisation, amount)),
    void: (key, authorisation) => note("void", provider.void(key, authorisation)),
    refund: (authorisation) => note("refund", provider.refund(authorisation)),
  };
}

function note<T>(call: string, answer: Promise<T>): Promise<T> {
  asked.push(call);
  return answer;
}

async function payments(): Promise<Record<string, unknown>[]> {
  return (await pool.query("SELECT * FROM payments ORDER BY created_at")).rows;
}

async function soldSeats(): Promise<number> {
  const { rows } = await pool.query("SELECT count(*)::int AS sold FROM booking_seats WHERE show_id = 'demo'");
  return rows[0].sold;
}
