/** What a buyer who has left the checkout is told, and may do meanwhile. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createDatabaseClock } from "#db/database-clock";
import { createLog } from "#server/ops/log";
import { BANK_CARDS, type Bank, createBank } from "#testing/bank";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { startServices, type TestServices } from "#testing/services";
import { readHoldState } from "./hold-state";
import { payForHold } from "./pay";

const buyer = "minh";
let services: TestServices;
let office: TestBoxOffice;
let bank: Bank;

beforeAll(async () => {
  services = await startServices();
  office = await openBoxOffice(services.databaseUrl, services.redisUrl);
});
afterAll(async () => {
  await office.close();
  await services.remove();
});
beforeEach(async () => {
  await office.boxOffice.resetDemo("demo");
  bank = createBank();
});

it("P14 while a hold is paid for its seats stay as they are, and whoever asks is told why", async () => {
  const holdId = await hold();
  const { outcome } = await beginToPay(holdId);
  const { boxOffice } = office;
  expect(await state(holdId)).toMatchObject({ hold: { id: holdId }, payment: { state: "under_way" } });
  const refusal = { ok: false, code: "payment_under_way" };
  expect(await boxOffice.hold({ buyer, showId: "demo", seats: ["A3"], holdId })).toEqual(refusal);
  expect(await boxOffice.release({ buyer, holdId })).toEqual(refusal);
  expect(await boxOffice.release({ buyer, holdId, seats: ["A1"] })).toEqual(refusal);
  expect((await boxOffice.extend({ buyer, holdId })).ok).toBe(true);
  bank.answerSlowCalls();
  expect(await outcome).toMatchObject({ ok: true, booking: { seats: ["A1", "A2"] } });
});

it("P14 a buyer who comes back learns that the seats were sold, under which reference", async () => {
  const holdId = await hold();
  const outcome = await pay(holdId);
  if (!outcome.ok) throw new Error(outcome.code);
  expect(await state(holdId)).toMatchObject({
    hold: null,
    payment: { state: "sold", booking: outcome.booking },
  });
});

it("P14 a buyer who comes back learns of a declined card, and can change the seats again", async () => {
  const holdId = await hold();
  await pay(holdId, BANK_CARDS.declines);
  expect(await state(holdId)).toMatchObject({ hold: { id: holdId }, payment: { state: "declined" } });
  expect(await office.boxOffice.release({ buyer, holdId, seats: ["A1"] })).toMatchObject({ ok: true });
});

it("P14 a buyer who comes back learns that the hold ended before the bank answered", async () => {
  const holdId = await hold();
  const { outcome } = await beginToPay(holdId);
  await office.pool.query("UPDATE seats SET hold_until = now() WHERE hold_id = $1", [holdId]);
  bank.answerSlowCalls();
  expect(await outcome).toMatchObject({ code: "hold_expired" });
  expect(await state(holdId)).toMatchObject({ hold: null, payment: { state: "not_sold" } });
});

it("P14 S14 nobody else learns anything of a hold or its payment", async () => {
  const holdId = await hold();
  await pay(holdId);
  expect(await state(holdId, "lan")).toMatchObject({ hold: null, payment: null });
});

async function hold(): Promise<string> {
  const decision = await office.boxOffice.hold({ buyer, showId: "demo", seats: ["A1", "A2"] });
  if (!decision.ok) throw new Error(decision.code);
  return decision.hold.id;
}

function pay(holdId: string, card = BANK_CARDS.approves) {
  const { pool, shows, boxOffice } = office;
  const deps = { pool, shows, boxOffice, provider: bank, answerWithinMs: 5_000, log: createLog("silent") };
  const person = { name: "Minh", email: "minh@example.com" };
  return payForHold(deps, { buyer, holdId, idempotencyKey: holdId, card, ...person });
}

/** Answers once the bank has been asked. */
async function beginToPay(holdId: string): Promise<{ outcome: ReturnType<typeof pay> }> {
  bank.misbehave = (call) => (call === "authorise" ? "slow" : undefined);
  const outcome = pay(holdId);
  await bank.someoneWaits();
  bank.misbehave = () => undefined;
  return { outcome };
}

function state(holdId: string, asker = buyer) {
  const { pool: readPool, boxOffice } = office;
  return readHoldState({ readPool, boxOffice, clock: createDatabaseClock() }, { buyer: asker, holdId });
}
