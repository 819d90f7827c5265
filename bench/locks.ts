/**
 * The articles' comparison of locks, measured: how long one takes with nobody else about, and how many are had
 * in a second. A lock is only a promise, after which the sale is still to be written; the last two rows have no
 * lock, and what they answer is the sale itself, on disk.
 */
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import pg from "pg";
import { RELEASE_IF_OWNER } from "#server/strategies/lock-scripts";
import { releaseEverywhere, vote } from "#server/strategies/redlock";
import { openBoxOffice } from "#testing/box-office";
import { startRedis } from "#testing/redis";
import { type BenchSeat, createBenchShows } from "./bench-shows";
import type { Benchmark, Findings, Say } from "./benchmark";
import { drawRows } from "./charts/rows";
import type { BenchServices } from "./services";
import { figure, percentile } from "./tables";

const NODES = 5;
const TTL_MS = 30_000;
const ALONE = 500;
const TOGETHER = 64;
const TOGETHER_FOR_MS = 3_000;
const POOL = 20;

export const locksBenchmark: Benchmark = { name: "locks", run };

interface Lock {
  name: string;
  /** What whoever has it has. */
  worth: string;
  /** Milliseconds and operations a second, as the article claims them without a source. */
  claimed: string;
  /** Gets the lock of a seat nobody else wants, and answers how to give it back. */
  acquire(seat: number): Promise<() => Promise<unknown>>;
}

interface Timed {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
}

async function run(services: BenchServices, say: Say): Promise<Findings> {
  const bench = await openLocks(services);
  try {
    const measured: (Lock & Timed)[] = [];
    for (const lock of bench.locks) {
      say(lock.name);
      measured.push({ ...lock, ...(await measure(lock)) });
    }
    return describe(measured);
  } finally {
    await bench.close();
  }
}

async function measure(lock: Lock): Promise<Timed> {
  let seat = 0;
  const times: number[] = [];
  for (let turn = 0; turn < ALONE; turn += 1) {
    const startedAt = performance.now();
    const release = await lock.acquire(seat++);
    times.push(performance.now() - startedAt);
    await release();
  }
  const sorted = times.sort((a, b) => a - b);
  let done = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      while (performance.now() - startedAt < TOGETHER_FOR_MS) {
        const release = await lock.acquire(seat++);
        await release();
        done += 1;
      }
    }),
  );
  const perSecond = (done * 1000) / (performance.now() - startedAt);
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), perSecond };
}

function describe(measured: (Lock & Timed)[]): Findings {
  const [first] = measured;
  const labels = measured.map(({ name }) => name);
  return {
    title: "Locks",
    text: `Acquired one at a time with nobody else about, then by ${TOGETHER} at once for ${TOGETHER_FOR_MS / 1000} seconds, each time a seat that nobody else
wants, each lock given back before the next. One process asks; Redis and a durable Postgres are on the same machine,
so a network adds its round trip to every row, five in parallel to Redlock's. The claims are the article's, which
names no source. They are not comparable with one another in what they give: a lock is a promise, a sale is a sale.`,
    tables: [
      {
        caption: "Acquiring a lock, and what it is worth",
        columns: ["", "p50 ratio", "p50 ms", "p99 ms", "per second", "claimed", "what you have then"],
        rows: measured.map(({ name, p50Ms, p99Ms, perSecond, claimed, worth }) => [
          name,
          `${figure(p50Ms / (first?.p50Ms ?? p50Ms))}×`,
          figure(p50Ms),
          figure(p99Ms),
          figure(Math.round(perSecond)),
          claimed,
          worth,
        ]),
      },
    ],
    plots: [
      {
        name: "locks-acquire",
        alt: "Acquiring with nobody else about",
        svg: drawRows({
          title: "Acquiring with nobody else about",
          x: "milliseconds",
          log: true,
          labels,
          series: [
            { name: "p50", values: measured.map(({ p50Ms }) => p50Ms) },
            { name: "p99", values: measured.map(({ p99Ms }) => p99Ms) },
          ],
        }),
      },
      {
        name: "locks-rate",
        alt: `Acquired per second, ${TOGETHER} at once`,
        svg: drawRows({
          title: `Acquired per second, ${TOGETHER} at once`,
          x: "per second",
          labels,
          series: [{ name: "per second", values: measured.map(({ perSecond }) => Math.round(perSecond)) }],
        }),
      },
    ],
  };
}

async function openLocks(services: BenchServices): Promise<{ locks: Lock[]; close(): Promise<void> }> {
  const servers = await Promise.all(Array.from({ length: NODES }, () => startRedis()));
  const nodes = servers.map(({ url }) => new Redis(url));
  const redis = new Redis(services.redisUrl);
  const pool = new pg.Pool({ connectionString: services.databaseUrl, max: POOL });
  const seats = await createBenchShows(services.databaseUrl, "locks", 40);
  await createSeatTable(pool, seats.length);
  const boxOffice = await openEngine(services);
  const keyOf = (seat: number) => `bench:lock:${seat}`;
  const nothing = async () => {};

  return {
    locks: [
      {
        name: "SET NX on one Redis",
        worth: "a promise, until the TTL",
        claimed: "0.5 ms, 100K/s",
        async acquire(seat) {
          const owner = randomUUID();
          const got = await redis.set(keyOf(seat), owner, "PX", TTL_MS, "NX");
          if (got !== "OK") throw new Error("a free lock was refused");
          return () => redis.eval(RELEASE_IF_OWNER, 1, keyOf(seat), owner);
        },
      },
      {
        name: `Redlock on ${NODES} nodes`,
        worth: "a promise, until the TTL",
        claimed: "3–5 ms, 20K/s",
        async acquire(seat) {
          const owner = randomUUID();
          const votes = await vote(nodes, keyOf(seat), owner, TTL_MS);
          if (votes <= NODES / 2) throw new Error("a free lock was refused");
          return () => releaseEverywhere(nodes, keyOf(seat), owner);
        },
      },
      {
        name: "Advisory lock",
        worth: "a promise, until COMMIT",
        claimed: "1–2 ms, 50K/s",
        acquire: (seat) =>
          inTransaction(pool, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [keyOf(seat)]),
      },
      {
        name: "Row lock (FOR UPDATE)",
        worth: "a promise, until COMMIT",
        claimed: "–",
        acquire: (seat) =>
          inTransaction(pool, "SELECT sold FROM bench_locks WHERE id = $1 FOR UPDATE", [seat]),
      },
      {
        name: "Conditional update",
        worth: "the sale, durable",
        claimed: "–",
        async acquire(seat) {
          const { rowCount } = await pool.query({
            name: "bench-conditional",
            text: "UPDATE bench_locks SET sold = true WHERE id = $1 AND NOT sold",
            values: [seat],
          });
          if (rowCount !== 1) throw new Error("a free seat was refused");
          return nothing;
        },
      },
      {
        name: "Group commit (Last Seat)",
        worth: "the sale, durable, logged, told",
        claimed: "–",
        async acquire(at) {
          const seat = seats[at];
          if (!seat) throw new Error("there are no more seats");
          if (!(await boxOffice.sell(seat, at))) throw new Error("a free seat was refused");
          return nothing;
        },
      },
    ],
    async close() {
      redis.disconnect();
      for (const node of nodes) node.disconnect();
      await boxOffice.close();
      await pool.end();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

async function createSeatTable(pool: pg.Pool, seats: number): Promise<void> {
  await pool.query(`
    CREATE TABLE bench_locks (id int PRIMARY KEY, sold boolean NOT NULL DEFAULT false) WITH (fillfactor = 50)`);
  await pool.query("INSERT INTO bench_locks (id) SELECT generate_series(0, $1::int)", [seats]);
  await pool.query("VACUUM ANALYZE bench_locks");
  await pool.query("CHECKPOINT");
}

/** The lock lives as long as the transaction: giving it back is the commit, which a row lock must flush to disk. */
async function inTransaction(pool: pg.Pool, sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(sql, values);
  return async () => {
    await client.query("COMMIT");
    client.release();
  };
}

async function openEngine(
  services: BenchServices,
): Promise<{ sell(seat: BenchSeat, at: number): Promise<boolean>; close(): Promise<void> }> {
  const { boxOffice, close } = await openBoxOffice(services.databaseUrl, services.redisUrl, {
    publish: (redis) => (batches) => {
      for (const batch of batches) void redis.publish("bench", JSON.stringify(batch));
    },
  });
  return {
    async sell({ showId, label }, at) {
      const order = { buyer: `buyer-${at}`, showId, seats: [label], idempotencyKey: String(at) };
      return (await boxOffice.book(order)).ok;
    },
    close,
  };
}
