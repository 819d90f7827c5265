/** The same request on two nodes at the same moment: what only statements of different connections can meet. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { blockedBackends } from "#db/queries/lab-blocked-backends";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
const an = { customer: "s-an" };

let services: TestServices;
let one: TestBoxOffice;
let other: TestBoxOffice;
beforeAll(async () => {
  services = await startServices();
  one = await openBoxOffice(services.databaseUrl, services.redisUrl);
  other = await openBoxOffice(services.databaseUrl, services.redisUrl);
});
beforeEach(() => one.boxOffice.resetDemo(showId));
afterAll(async () => {
  await one.close();
  await other.close();
  await services.remove();
});

describe("two nodes", () => {
  it("S12 answer the same booking to one key, though each began before the other had committed", async () => {
    const book = (node: TestBoxOffice) =>
      node.boxOffice.book({ ...an, showId, seats: ["A1"], idempotencyKey: "one wish" });
    const answers = await meetingAtTheRow(() => [book(one), book(other)]);
    expect(new Set(answers.map((answer) => (answer.ok ? answer.booking.reference : answer.code))).size).toBe(
      1,
    );
    expect(answers[0]).toMatchObject({ ok: true });
  });

  it("S12 answer the same booking to one confirmation, too", async () => {
    const held = await one.boxOffice.hold({ ...an, showId, seats: ["A1"] });
    if (!held.ok) throw new Error(held.code);
    const confirm = (node: TestBoxOffice) =>
      node.boxOffice.confirm({ ...an, holdId: held.hold.id, idempotencyKey: "one wish" });
    const answers = await meetingAtTheRow(() => [confirm(one), confirm(other)]);
    expect(new Set(answers.map((answer) => (answer.ok ? answer.booking.reference : answer.code))).size).toBe(
      1,
    );
    expect(answers[0]).toMatchObject({ ok: true });
  });

  it("S12 still refuse the buyer's own seat under another key", async () => {
    const book = (node: TestBoxOffice, idempotencyKey: string) =>
      node.boxOffice.book({ ...an, showId, seats: ["A1"], idempotencyKey });
    const answers = await meetingAtTheRow(() => [book(one, "one wish"), book(other, "another")]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "seat_taken" });
  });
});

/** Holds the seat's row until both statements wait for it, so that neither has seen the other's booking. */
async function meetingAtTheRow<T>(begin: () => Promise<T>[]): Promise<T[]> {
  const gate = await services.sql.connect();
  try {
    await gate.query("BEGIN");
    await gate.query("SELECT 1 FROM seats WHERE show_id = $1 AND label = 'A1' FOR UPDATE", [showId]);
    const answers = Promise.all(begin());
    await until("both statements wait", async () => {
      const { rows } = await services.sql.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database()",
      );
      const waiting = await blockedBackends(
        services.sql,
        rows.map(({ pid }) => pid),
      );
      return waiting.length === 2;
    });
    await gate.query("COMMIT");
    return await answers;
  } finally {
    gate.release();
  }
}
