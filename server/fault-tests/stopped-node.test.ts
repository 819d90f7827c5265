/**
 * A node that stands still (SIGSTOP) or is cut off from Postgres without a word, at each step of each transition, each
 * on a show of its own. Where it stands is shown from outside. Another node then sells a seat of every one of them.
 */

import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { type Network, openNetwork } from "#testing/network";
import { startTestNode, type TestNode } from "#testing/node";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { testRun } from "#testing/run";
import { lockSeats, lockShow, type RowLock } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { untilGuardIsAsked } from "#testing/until-guard-is-asked";

const TRANSITIONS = ["hold", "extend", "release", "confirm", "book", "cancel", "lapse", "reset"] as const;
type Transition = (typeof TRANSITIONS)[number];
/** What it has in hand is given back after five seconds; by itself it never is. The rest is for a busy machine. */
const GIVEN_BACK_MS = 20_000;

interface Stage {
  transition: Transition;
  showId: string;
  /** What the transition is about. */
  label: string;
  /** Its number. */
  seat: number;
  /** Two more of the show's free seats. */
  spare: { showId: string; label: string; seat: number };
  other: string;
  ask: () => Promise<unknown>;
}

let services: TestServices;
let sql: pg.Pool;
let redis: Redis;
let database: Network;
let guards: Network;
let survivor: TestNode;
let victim: NodeProcess;
let buyer: Buyer;
let other: Buyer;
let stages: Stage[];

beforeAll(async () => {
  services = await startServices();
  sql = new pg.Pool({ connectionString: services.databaseUrl, max: 12 });
  redis = new Redis(services.redisUrl);
  [database, guards] = await Promise.all([openNetwork(services.databaseUrl), openNetwork(services.redisUrl)]);
  // Only the victim sweeps.
  survivor = await startTestNode(services, { SWEEP_MS: "60000" });
  other = await openBuyer(survivor.url);
});
beforeEach(async () => {
  // Guards of the nodes that were stopped before, which nobody has told of what they did.
  await redis.flushall();
  victim = await startNodeProcess({ databaseUrl: database.url, redisUrl: guards.url }, { SWEEP_MS: "50" });
  buyer = await openBuyer(victim.url);
  await request(survivor.url, "POST", "/api/demo/reset");
  stages = await setStages();
});
afterEach(async () => {
  buyer.close();
  await victim.kill();
  for (const network of [database, guards]) {
    network.restore();
    network.cut();
  }
});
afterAll(async () => {
  other.close();
  redis.disconnect();
  await survivor.stop();
  await Promise.all([database.close(), guards.close()]);
  await sql.end();
  await services.remove();
});

async function setStages(): Promise<Stage[]> {
  const { rows } = await sql.query<{ id: string; labels: string[]; seats: number[] }>(
    `SELECT show_id AS id, array_agg(label ORDER BY seat) AS labels,
            array_agg(seat ORDER BY seat) AS seats FROM shows JOIN seats USING (show_id)
     WHERE status = 'available' AND (show_id = 'demo' OR starts_at > now() + interval '1 day')
     GROUP BY show_id ORDER BY show_id = 'demo' DESC, count(*) DESC LIMIT $1`,
    [TRANSITIONS.length],
  );
  const shows = rows.toReversed();
  return Promise.all(
    TRANSITIONS.map(async (transition, at) => {
      const { id: showId = "", labels = [], seats = [] } = shows[at] ?? {};
      const [label = "", next = "", other = ""] = labels;
      const spare = { showId, label: next, seat: seats[1] ?? 0 };
      const ask = await prepare(transition, showId, label);
      return { transition, showId, label, seat: seats[0] ?? 0, spare, other, ask };
    }),
  );
}

/** Brings a seat to where the transition begins, through the node that will stop, and answers how to ask for it. */
async function prepare(transition: Transition, showId: string, label: string): Promise<Stage["ask"]> {
  const order = { showId, seats: [label] };
  const sale = { ...order, idempotencyKey: `${label} ${performance.now()}` };
  if (transition === "hold") return () => buyer.ask("seat:hold", order);
  if (transition === "book") return () => buyer.ask("seat:book", sale);
  if (transition === "cancel") {
    const reference = await until(`${label} is sold`, async () => {
      const sold = await buyer.ask("seat:book", sale);
      return sold.ok && sold.booking.reference;
    });
    return () => buyer.ask("booking:cancel", { reference });
  }
  const holdId = await until(`${label} is held`, async () => {
    const held = await buyer.ask("seat:hold", order);
    return held.ok && held.hold.id;
  });
  if (transition === "extend") return () => buyer.ask("hold:extend", { holdId });
  if (transition === "release") return () => buyer.ask("hold:release", { holdId });
  if (transition === "confirm") return () => buyer.ask("booking:confirm", { ...sale, holdId });
  if (transition === "reset") return () => request(victim.url, "POST", "/api/demo/reset");
  await sql.query("UPDATE seats SET hold_until = now() WHERE hold_id = $1", [holdId]);
  return () => sql.query("UPDATE shows SET next_lapse = now() WHERE show_id = $1", [showId]);
}

function begin({ ask }: Stage): void {
  ask().catch(() => {}); // Its node may be gone before it answers.
}

/** Begins each, one after the other so that none shares a statement, and lets all go on when the node has stopped. */
async function stopUnderLocks(lockFor: (stage: Stage) => Promise<RowLock>, stop: () => void): Promise<void> {
  const locks: RowLock[] = [];
  for (const stage of stages) {
    const lock = await lockFor(stage);
    locks.push(lock);
    begin(stage);
    await lock.untilWaiting(1);
  }
  await Promise.all(locks.map((lock) => lock.untilWaiting(1)));
  stop();
  for (const lock of locks) await lock.release();
}

/** By a backend of the node, whose last statement it is. */
async function untilAnswered(what: string, statement: string, since: string): Promise<void> {
  await until(`Postgres has answered the question for ${what}`, async () => {
    const { rows } = await sql.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'last-seat'
         AND state = 'idle' AND state_change > $1 AND query LIKE $2`,
      [since, statement],
    );
    return rows.length > 0;
  });
}

async function expectSales(): Promise<void> {
  await Promise.all(
    stages.map(async ({ transition, showId, other: seat }) => {
      const order = { showId, seats: [seat], idempotencyKey: `${seat} ${performance.now()}` };
      await until(
        `a seat is sold beside the ${transition}`,
        async () => (await other.ask("seat:book", order)).ok,
        GIVEN_BACK_MS,
      );
    }),
  );
}

const stops: [how: string, stop: () => void][] = [
  ["stands still", () => victim.pause()],
  ["is cut off without a word", () => database.swallow()],
];

describe.each(stops)("a node that %s", (_, stop) => {
  it("X6 in the middle of its statements, with the shows' rows in hand", async () => {
    await stopUnderLocks(({ showId, label }) => lockSeats(sql, showId, [label]), stop);
    await expectSales();
  });

  it("X6 while its statements wait for the shows' rows", async () => {
    // A show is swept only if it is due by its row, which cannot be kept from the sweep and changed for it.
    stages = stages.filter(({ transition }) => transition !== "lapse");
    await stopUnderLocks(({ showId }) => lockShow(sql, showId), stop);
    await expectSales();
  });

  it("X6 between a question and the statement that follows from its answer", async () => {
    stages = stages.filter(({ transition }) =>
      ["extend", "release", "confirm", "cancel"].includes(transition),
    );
    const { rows } = await sql.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
    database.holdReplies(/find-holds|read-booking/);
    for (const stage of stages) begin(stage);
    await untilAnswered("holds", "%WITH live AS%", rows[0]?.now ?? "");
    await untilAnswered("a booking", "%md5(w.show_id)%", rows[0]?.now ?? "");
    stop();
    await expectSales();
  });

  // One at a time: whoever asks after the first has waited in vain goes on without a guard.
  it.each(["hold", "book"])("X6 between its guard and its statement, to %s", async (transition) => {
    stages = stages.filter((stage) => stage.transition === transition);
    for (const stage of stages) {
      await untilGuardIsAsked(buyer, redis, stage.spare);
      guards.holdReplies();
      begin(stage);
      await until("the guard is set", () => redis.get(keyOf(stage.showId, stage.seat)));
    }
    stop();
    await expectSales();
  });
});

// On Citus nothing is in hand: a call that is a statement of its own is committed where its show lies, by itself.
it.skipIf(testRun().citus)(
  "X6 a node cut off before the last bytes of its statements, which then wait for their end with the rows in hand",
  async () => {
    // The end is a message of its own, which lets Postgres commit.
    database.breakOff(/(hold|sell|release)_seats?\b|extend_holds|cancel_booking|lapse_holds|reset_show/, 5);
    for (const stage of stages) {
      begin(stage);
      await until(`the row of the show of ${stage.transition} is taken`, async () => {
        const { rows } = await sql.query("SELECT FROM shows WHERE show_id = $1 FOR UPDATE SKIP LOCKED", [
          stage.showId,
        ]);
        return rows.length === 0;
      });
    }
    // It reaches Postgres no more, not even with the beginning of another statement.
    database.swallow();
    await expectSales();
  },
);

it("X6 every connection of a node sets its time-outs", async () => {
  // The lab's and the renewal's connections are made when they are first needed.
  await sql.query("UPDATE shows SET starts_at = now() WHERE show_id = 'demo'");
  await request(victim.url, "POST", "/api/seats/book", { seatId: "A1", strategy: "row-lock" });
  const renewing = await startNodeProcess({ databaseUrl: database.url, redisUrl: guards.url });
  await until("the programme is renewed", async () => {
    const { rows } = await sql.query("SELECT FROM shows WHERE show_id = 'demo' AND starts_at > now()");
    return rows.length > 0;
  });
  await renewing.kill();
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
  const openings = database.openings();
  expect(openings.length).toBeGreaterThan(5);
  expect(openings.filter((opening) => !names.every((name) => opening.includes(`-c ${name}=`)))).toEqual([]);
});
