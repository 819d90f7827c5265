/** A node that stands still before it has asked Postgres, for longer than a buyer waits, and goes on afterwards. */
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { openBuyer, request } from "#testing/buyer";
import { type Network, openNetwork } from "#testing/network";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { untilGuardIsAsked } from "#testing/until-guard-is-asked";

const showId = "demo";
/** Longer than a buyer is promised to wait. */
const STANDS_STILL_MS = 5_500;

let services: TestServices;
let guards: Network;
let node: NodeProcess;

beforeAll(async () => {
  services = await startServices();
  guards = await openNetwork(services.redisUrl);
  node = await startNodeProcess({ ...services, redisUrl: guards.url });
}, 90_000);
afterAll(async () => {
  await node.kill();
  await guards.close();
  await services.remove();
});

it("S20 sells nothing any more to whom it has told that nobody knows", { timeout: 120_000 }, async () => {
  await request(node.url, "POST", "/api/demo/reset");
  const buyer = await openBuyer(node.url);
  const redis = new Redis(services.redisUrl);
  const isGuarded = async (seat: number) => (await redis.get(keyOf(showId, seat)))?.includes(" a ");
  const isSold = async (key: string) => {
    const { rowCount } = await services.sql.query("SELECT FROM bookings WHERE idempotency_key = $1", [key]);
    return rowCount === 1;
  };
  const sold: string[] = [];
  const stoppedInTime = async (seat: number) => {
    await untilGuardIsAsked(buyer, redis, { showId, label: "A9", seat: 8 });
    guards.holdReplies();
    const key = `k${seat}`;
    const answer = buyer.ask("seat:book", { showId, seats: [`A${seat + 1}`], idempotencyKey: key });
    await Promise.race([answer, until("Redis has guarded the seat", () => isGuarded(seat))]);
    node.pause();
    await delay(STANDS_STILL_MS);
    const tooLate = await isSold(key);
    node.resume();
    const told = await answer;
    guards.cut();
    if (tooLate) sold.push(key);
    else expect(told).toMatchObject({ ok: false, code: expect.stringMatching(/^(pending|unavailable)$/) });
    return !tooLate;
  };
  // On a busy machine it may have given Redis up, and gone on, before it was stopped: then with the next seat.
  for (let seat = 0; !(await stoppedInTime(seat)); seat += 1) expect(seat).toBeLessThan(6);
  // Whatever the node was about to do, it has done it before it sells the next seat.
  const next = await until("the node sells again", async () => {
    const answer = await buyer.ask("seat:book", { showId, seats: ["A8"], idempotencyKey: "next" });
    return answer.ok && answer;
  });
  expect(next.booking.seats).toEqual(["A8"]);
  const { rows } = await services.sql.query<{ key: string }>(
    "SELECT idempotency_key AS key FROM bookings WHERE show_id = $1",
    [showId],
  );
  expect(rows.map(({ key }) => key).sort()).toEqual([...sold, "next"].sort());
  buyer.close();
  redis.disconnect();
});
