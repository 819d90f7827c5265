/**
 * The engine on the Citus cluster that CITUS_URL names: the same crowd on one of its servers alone, and on databases
 * spread over one, two and four of its workers. All of them share this machine, so the rate is not what grows: what can
 * be read off is the processor time that a sale costs each part, and so which part is the first to be full.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrateDatabase } from "#db/migrate";
import { seedDatabase } from "#db/seed";
import { openBoxOffice } from "#testing/box-office";
import { createSpreadDatabase, databaseOn, dropDatabases, findServers } from "#testing/citus";
import { type BenchSeat, createBenchShows } from "./bench-shows";
import type { Benchmark, Findings, Say, Table } from "./benchmark";
import { drawBars } from "./charts/bars";
import { usageOf } from "./fan-out/process-usage";
import type { BenchServices } from "./services";
import { cpuOfServer, postmasterOf, redisProcess } from "./shards/server-cpu";
import { figure } from "./tables";

const WORKERS = [1, 2, 4];
const BUYERS = 128;
const SHOWS = 20;
const SALES = 1_500;
/** The first warms up and does not count; of the others the one in the middle does. */
const ROUNDS = 3;

export const shardsBenchmark: Benchmark = {
  name: "shards",
  needs: () => (process.env.CITUS_URL ? undefined : "CITUS_URL, as `npm run test:citus` does"),
  run,
};

interface Layout {
  name: string;
  url: string;
  /** The coordinator, if there is one. */
  entry: string | undefined;
  workers: string[];
}

/** Milliseconds of processor time for each sale. */
interface Measured {
  name: string;
  perSecond: number;
  node: number;
  redis: number;
  entry: number;
  /** Of all workers together, and of the busiest. */
  workers: number;
  busiest: number;
}

async function run(services: BenchServices, say: Say): Promise<Findings> {
  const servers = await findServers(process.env.CITUS_URL ?? "");
  const name = `bench_${randomBytes(4).toString("hex")}`;
  const [coordinator = "", ...workers] = servers;
  const measured: Measured[] = [];
  try {
    const [alone = ""] = workers;
    await createPlainDatabase(alone, name);
    const plain = { name: "no Citus", url: databaseOn(alone, name), entry: undefined, workers: [alone] };
    measured.push(await measure(services, plain, say));
    for (const count of WORKERS.filter((wanted) => wanted <= workers.length)) {
      const used = workers.slice(0, count);
      await dropDatabases(servers, name);
      await createSpreadDatabase([coordinator, ...used], name, 2 * Math.max(...WORKERS));
      const spread = {
        name: `${count}`,
        url: databaseOn(coordinator, name),
        entry: coordinator,
        workers: used,
      };
      measured.push(await measure(services, spread, say));
    }
  } finally {
    await dropDatabases(servers, name);
  }
  return describe(measured);
}

async function createPlainDatabase(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  await migrateDatabase(databaseOn(server, name));
  await seedDatabase(databaseOn(server, name));
}

async function measure(services: BenchServices, layout: Layout, say: Say): Promise<Measured> {
  const office = await openBoxOffice(layout.url, services.redisUrl, {
    publish: (redis) => (batches) => {
      for (const batch of batches) redis.publish("bench", JSON.stringify(batch)).catch(() => {}); // Nobody listens.
    },
  });
  const entry = layout.entry ? await postmasterOf(layout.entry) : undefined;
  const workers = await Promise.all(layout.workers.map(postmasterOf));
  const redis = await redisProcess(services.redisUrl);
  const cpu = () => ({
    node: usageOf(process.pid).cpuMs,
    redis: usageOf(redis).cpuMs,
    entry: entry === undefined ? 0 : cpuOfServer(entry),
    workers: workers.map(cpuOfServer),
  });
  const rounds: Measured[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      say(`${layout.name === "no Citus" ? layout.name : `${layout.name} workers`}, round ${round}`);
      const seats = await createBenchShows(layout.url, `shards-${round}`, SHOWS);
      const before = cpu();
      const startedAt = performance.now();
      await sellAll(seats.slice(0, SALES), async ({ showId, label }, at) => {
        const order = { buyer: `b-${at}`, showId, seats: [label], idempotencyKey: `${round}-${at}` };
        const sold = await office.boxOffice.book(order);
        if (!sold.ok) throw new Error(`a free seat was refused: ${sold.code}`);
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const after = cpu();
      const each = after.workers.map((used, at) => (used - (before.workers[at] ?? 0)) / SALES);
      rounds.push({
        name: layout.name,
        perSecond: SALES / seconds,
        node: (after.node - before.node) / SALES,
        redis: (after.redis - before.redis) / SALES,
        entry: (after.entry - before.entry) / SALES,
        workers: each.reduce((sum, used) => sum + used, 0),
        busiest: Math.max(...each),
      });
    }
  } finally {
    await office.close();
  }
  const [middle] = rounds
    .slice(1)
    .sort((a, b) => a.perSecond - b.perSecond)
    .slice(Math.floor((ROUNDS - 1) / 2));
  if (!middle) throw new Error("nothing was measured");
  return middle;
}

async function sellAll(
  seats: BenchSeat[],
  sell: (seat: BenchSeat, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      for (let seat = seats[next++]; seat; seat = seats[next++]) await sell(seat, next);
    }),
  );
}

function describe(measured: Measured[]): Findings {
  return {
    title: "Shards",
    text: `${BUYERS} buyers at once, a seat each, over ${SHOWS} shows: by one server of the cluster without Citus, and by a
coordinator with one, two and four workers. Every server, Redis, the node and the buyers share this machine's two cores,
so the sales per second say what one machine does with ever more processes, not what more machines do. What carries over
to machines of their own is the processor time of a sale in each part ([scale.md](scale.md) does the sums).`,
    tables: [ratesTable(measured), limitsTable(measured)],
    plots: [
      {
        name: "shards",
        alt: "Processor time of one sale in each part, without Citus and with one, two and four workers",
        svg: drawBars({
          title: "Processor time of one sale, by part",
          x: "workers",
          y: { label: "ms" },
          labels: measured.map(({ name }) => name),
          series: [
            { name: "node", values: measured.map(({ node }) => node) },
            { name: "Redis", values: measured.map(({ redis }) => redis) },
            { name: "coordinator", values: measured.map(({ entry }) => entry) },
            { name: "busiest worker", values: measured.map(({ busiest }) => busiest) },
          ],
        }),
      },
      {
        name: "shards-rate",
        alt: "Sales per second on this one machine, without Citus and with one, two and four workers",
        svg: drawBars({
          title: "Sales per second, all on one machine",
          x: "workers",
          y: { label: "sales/s" },
          labels: measured.map(({ name }) => name),
          series: [
            { name: "sales per second", values: measured.map(({ perSecond }) => Math.round(perSecond)) },
          ],
        }),
      },
    ],
  };
}

function ratesTable(measured: Measured[]): Table {
  return {
    caption: "Sales per second on this one machine, and milliseconds of processor time for each sale",
    columns: ["workers", "sales/s", "node", "Redis", "coordinator", "all workers", "busiest worker"],
    rows: measured.map(({ name, perSecond, node, redis, entry, workers, busiest }) => [
      name,
      figure(Math.round(perSecond)),
      ...[node, redis, entry, workers, busiest].map(figure),
    ]),
  };
}

function limitsTable(measured: Measured[]): Table {
  return {
    caption:
      "What a core of each part could carry alone, in sales per second: the smallest is the first to be full",
    columns: ["workers", "node", "Redis", "coordinator", "a core on each worker", "the two cores here"],
    rows: measured.map(({ name, node, redis, entry, workers, busiest }) => [
      name,
      ...[node, redis, entry, busiest, (node + redis + entry + workers) / 2].map((ms) =>
        ms > 0 ? figure(Math.round(1000 / ms)) : "–",
      ),
    ]),
  };
}
