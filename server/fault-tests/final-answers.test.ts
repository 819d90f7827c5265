/**
 * An answer other than `pending` or `unavailable` is the last word under its key. Careful buyers repeat a key, on the
 * other node, until they are told for good, while rivals want the same seats and something is frozen; then what each
 * was told is held against the ledger. `TRIES=200` tries each fault so often; the suite contents itself with fewer.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newCookie, request } from "#testing/buyer";
import { brokenRules } from "#testing/invariants";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { startPostgres, type TestPostgres } from "#testing/postgres";
import { startRedis, type TestRedis } from "#testing/redis";
import { until } from "#testing/until";

const TRIES = Number(process.env.TRIES ?? 24);
/** So many keys share one fault. */
const PER_FAULT = 12;
const showId = "demo";
/** Shorter than any fault, so that a confirmation is repeated after its hold's end. */
const SHORT = { HOLD_TTL_MS: "2500", GUARD_TTL_MS: "1000", SWEEP_MS: "200" };
/** A buyer whose request hangs asks the other node after this. */
const GIVE_UP_MS = 2_500;

let postgres: TestPostgres;
let redis: TestRedis;
let sql: pg.Pool;
let nodes: [NodeProcess, NodeProcess];
let labels: string[];
let cookies: string[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  sql = new pg.Pool({ connectionString: postgres.url, max: 4 });
  sql.on("error", () => {});
  const services = { databaseUrl: postgres.url, redisUrl: redis.url };
  nodes = [await startNodeProcess(services, SHORT), await startNodeProcess(services, SHORT)];
  const { body } = await request<{ labels: string[] }>(nodes[0].url, "GET", `/api/shows/${showId}/seats`);
  labels = body.labels;
  cookies = await Promise.all(Array.from({ length: 2 * PER_FAULT }, () => newCookie(nodes[0].url)));
});
beforeEach(async () => {
  await request(nodes[0].url, "POST", "/api/demo/reset");
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  const broken = await brokenRules(sql);
  await sql.end();
  await redis.stop();
  await postgres.remove();
  expect(broken).toEqual([]);
});

interface Told {
  key: string;
  /** The first final answer: `booked`, or the refusal's code. */
  answer: string;
  /** Everything that was heard before it. */
  before: string[];
}

type Ask = (url: string, cookie: string, key: string) => Promise<string>;

const book =
  (seat: string): Ask =>
  (url, cookie, idempotencyKey) =>
    answerOf(url, cookie, "/api/seats/book", { seatId: seat, showId, idempotencyKey });

const confirm =
  (holdId: string): Ask =>
  (url, cookie, idempotencyKey) =>
    answerOf(url, cookie, `/api/holds/${holdId}/confirm`, { idempotencyKey });

async function answerOf(url: string, cookie: string, path: string, body: object): Promise<string> {
  const answered = request<{ ok?: boolean; success?: boolean; code?: string }>(url, "POST", path, body, {
    cookie,
  }).then(
    ({ body: said }) => (said.ok || said.success ? "booked" : (said.code ?? "nothing")),
    () => "no answer",
  );
  return Promise.race([answered, delay(GIVE_UP_MS, "no answer", { ref: false })]);
}

/** Repeats the key on one node after the other until the answer is final. */
async function untilFinal(ask: Ask, cookie: string, first: number): Promise<Told> {
  const key = randomUUID();
  const before: string[] = [];
  const deadline = performance.now() + 60_000;
  for (let at = first; ; at += 1) {
    const answer = await ask(nodes[at % 2 === 0 ? 0 : 1].url, cookie, key);
    const isFinal = !["pending", "unavailable", "no answer", "nothing"].includes(answer);
    if (isFinal) return { key, answer, before };
    before.push(answer);
    if (performance.now() > deadline) throw new Error(`${key} was never answered: ${before.join(", ")}`);
    await delay(50);
  }
}

/** Half of them confirm a hold, half book in one shot; each seat that is booked in one shot has a rival. */
async function buyThrough(fault: () => Promise<void>): Promise<Told[]> {
  const holders = cookies.slice(0, PER_FAULT / 2);
  const holds = await Promise.all(
    holders.map(async (cookie, at) => {
      const wish = { showId, seats: [labels[at]] };
      const { body } = await request<{ hold?: { id: string } }>(nodes[0].url, "POST", "/api/holds", wish, {
        cookie,
      });
      if (!body.hold) throw new Error(`${labels[at]} could not be held`);
      return body.hold.id;
    }),
  );
  const faultOver = fault();
  const confirmations = holds.map((holdId, at) => untilFinal(confirm(holdId), holders[at] ?? "", at));
  const others = cookies.slice(PER_FAULT / 2).map((cookie, at) => {
    const seat = labels[20 + Math.floor(at / 2)] ?? "";
    return untilFinal(book(seat), cookie, at);
  });
  const told = await Promise.all([...confirmations, ...others]);
  await faultOver;
  return told;
}

/** What the ledger has otherwise than the buyers were told. */
async function contradictions(told: Told[]): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>(
    "SELECT idempotency_key AS key FROM bookings WHERE show_id = $1",
    [showId],
  );
  const booked = new Set(rows.map(({ key }) => key));
  return told.flatMap(({ key, answer, before }) =>
    (answer === "booked") === booked.has(key)
      ? []
      : [
          `${key} heard ${[...before, answer].join(", ")} and ${booked.has(key) ? "is" : "is not"} in the ledger`,
        ],
  );
}

async function everythingEnded(): Promise<void> {
  await until("no statement is under way", async () => {
    const { rows } = await sql.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'last-seat' AND state = 'active' AND query LIKE '%_seats(%'`,
    );
    return rows.length === 0;
  });
}

/** The backends that sell at this moment, or any that may. */
async function sellingBackends(): Promise<number[]> {
  const { rows } = await sql.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'last-seat' AND query LIKE '%sell_seats(%' ORDER BY random() LIMIT 3`,
  );
  return rows.map(({ pid }) => pid);
}

const FAULTS: [string, () => Promise<void>][] = [
  [
    "Postgres is frozen for 9 s",
    async () => {
      await delay(Math.random() * 20);
      postgres.pause();
      await delay(9_000);
      postgres.resume();
    },
  ],
  [
    "backends are frozen for 6 s while they sell",
    async () => {
      const lock = await sql.connect();
      await lock.query("BEGIN");
      await lock.query("SELECT FROM shows WHERE show_id = $1 FOR UPDATE", [showId]);
      await delay(100 + Math.random() * 100);
      const frozen = await sellingBackends();
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
      await lock.query("ROLLBACK");
      lock.release();
      await delay(6_000);
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    },
  ],
  [
    "a node is stopped for 6 s",
    async () => {
      await delay(Math.random() * 30);
      process.kill(nodes[0].pid, "SIGSTOP");
      await delay(6_000);
      process.kill(nodes[0].pid, "SIGCONT");
    },
  ],
];

describe.each(FAULTS)("while %s", (_, fault) => {
  it(`S20 no final answer is ever taken back (${TRIES} tries)`, async () => {
    const found: string[] = [];
    const answers = new Map<string, number>();
    for (let tried = 0; tried < TRIES; tried += PER_FAULT + PER_FAULT / 2) {
      const told = await buyThrough(fault);
      await everythingEnded();
      found.push(...(await contradictions(told)));
      for (const { answer } of told) answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await request(nodes[0].url, "POST", "/api/demo/reset");
    }
    if (process.env.TRIES) console.log(Object.fromEntries(answers));
    expect(found).toEqual([]);
    expect(answers.get("booked")).toBeGreaterThan(0);
  }, 600_000);
});
