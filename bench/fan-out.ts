/**
 * How a changed seat reaches its viewers: Last Seat, which tells each of them at most once per tick, beside one
 * emit per change, as the article does it. Server, viewers and the node on which seats change are processes of
 * their own.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createPool } from "#db/client";
import { createFeed } from "#server/feed/feed";
import { GUARD_SCRIPTS } from "#server/guard/guard";
import { createMetrics } from "#server/ops/metrics";
import { connectChannels, connectClient } from "#server/redis/connect-redis";
import { addressOf } from "#testing/redis";
import { createBenchShows } from "./bench-shows";
import type { Benchmark, Findings, Plot, Say, Table } from "./benchmark";
import { drawBars } from "./charts/bars";
import { changeSeats } from "./fan-out/change-seats";
import { usageOf } from "./fan-out/process-usage";
import type { ServerKind } from "./fan-out/server-process";
import type { ViewersOrder, ViewersReport } from "./fan-out/viewers-process";
import type { BenchServices } from "./services";
import { figure } from "./tables";

const VIEWERS = [200, 1_000, 2_000];
const CHANGES_PER_SECOND = [50, 500, 2_000];
const CHANGE_FOR_MS = 4_000;
/** What has not arrived by then is counted as not delivered. */
const DELIVERED_WITHIN_MS = 5_000;

export const fanOutBenchmark: Benchmark = { name: "fan-out", run };

interface Measured extends ViewersReport {
  viewers: number;
  perSecond: number;
  /** Share of one core, from the first change until the last had arrived or was given up. */
  cpu: number;
  rssBytes: number;
}

async function run(services: BenchServices, say: Say): Promise<Findings> {
  const pool = createPool(services.databaseUrl);
  const redisAddress = addressOf(services.redisUrl);
  const redis = connectClient(redisAddress, GUARD_SCRIPTS, () => {});
  const channels = connectChannels(redisAddress, redis, () => {});
  const feed = createFeed({
    pool,
    redis,
    channels,
    metrics: createMetrics(),
    tickMs: 50,
    redisAway: () => false,
    tell: () => {},
  });
  const crowd = startProcess("./fan-out/viewers-process.ts", []);
  try {
    const results: Record<ServerKind, Measured[]> = { "last-seat": [], plain: [] };
    for (const viewers of VIEWERS) {
      for (const kind of ["last-seat", "plain"] as const) {
        results[kind].push(
          ...(await measure(services, crowd, kind, viewers, { pool, publish: feed.publish }, say)),
        );
      }
    }
    return describe(results);
  } finally {
    crowd.kill();
    feed.close();
    channels.close();
    redis.disconnect();
    await pool.end();
  }
}

/** One server with one crowd, at each rate of change. One that has fallen behind is replaced before the next. */
async function measure(
  services: BenchServices,
  crowd: ChildProcess,
  kind: ServerKind,
  viewers: number,
  changer: Parameters<typeof changeSeats>[0],
  say: Say,
): Promise<Measured[]> {
  const [seat] = await createBenchShows(services.databaseUrl, `fan-out-${kind}-${viewers}`, 1);
  if (!seat) throw new Error("no show");
  const { showId } = seat;
  const measured: Measured[] = [];
  let running: ServerWithViewers | undefined;
  try {
    for (const perSecond of CHANGES_PER_SECOND) {
      say(`${viewers} viewers, ${perSecond} changes a second: ${kind}`);
      running ??= await startServerWithViewers(services, crowd, kind, showId, viewers);
      const { server } = running;
      await tell(crowd, { order: "begin" });
      const before = usageOf(server);
      const startedAt = performance.now();
      const { base, commits } = await changeSeats(changer, showId, perSecond, CHANGE_FOR_MS);
      await untilDelivered(crowd, base + commits.length, viewers);
      const tookMs = performance.now() - startedAt;
      const after = usageOf(server);
      const report = await tell<ViewersReport>(crowd, { order: "report", base, commits });
      const cpu = (after.cpuMs - before.cpuMs) / tookMs;
      measured.push({ viewers, perSecond, ...report, cpu, rssBytes: after.rssBytes });
      if (report.delivered < 1) {
        await running.close();
        running = undefined;
      }
    }
    return measured;
  } finally {
    await running?.close();
  }
}

interface ServerWithViewers {
  /** The server's process. */
  server: number;
  close(): Promise<void>;
}

async function startServerWithViewers(
  services: BenchServices,
  crowd: ChildProcess,
  kind: ServerKind,
  showId: string,
  viewers: number,
): Promise<ServerWithViewers> {
  const server = startProcess("./fan-out/server-process.ts", [kind, services.databaseUrl, services.redisUrl]);
  const close = async () => {
    server.kill("SIGKILL");
    await tell(crowd, { order: "close" });
  };
  try {
    const { port } = await nextMessage<{ port: number }>(server);
    await tell(crowd, { order: "open", port, showId, viewers });
    return { server: server.pid ?? 0, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilDelivered(crowd: ChildProcess, version: number, viewers: number): Promise<void> {
  const deadline = performance.now() + DELIVERED_WITHIN_MS;
  while (performance.now() < deadline) {
    if ((await tell<number>(crowd, { order: "count", version })) === viewers) return;
    await delay(100);
  }
}

function startProcess(program: string, args: string[]): ChildProcess {
  return fork(new URL(program, import.meta.url), args, { execArgv: ["--import", "tsx"] });
}

function tell<Answer>(crowd: ChildProcess, order: ViewersOrder): Promise<Answer> {
  const answer = nextMessage<Answer>(crowd);
  crowd.send(order);
  return answer;
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const stop = new AbortController();
  const ended = once(child, "exit", { signal: stop.signal }).then(() => {
    throw new Error(`${child.spawnargs.join(" ")} ended by itself`);
  });
  ended.catch(() => {});
  try {
    const [message] = await Promise.race([once(child, "message", { signal: stop.signal }), ended]);
    return message;
  } finally {
    stop.abort();
  }
}

function describe(results: Record<ServerKind, Measured[]>): Findings {
  return {
    title: "Fan-out: from commit to screen",
    text: `One show, all of its viewers on one node; its seats change on another node. For ${CHANGE_FOR_MS / 1000} seconds at each rate, every
viewer's arrival of every change is timed from the commit that made it. Each pair of figures is Last Seat beside one
\`io.to(room).emit\` per change, as the article does it, on the same Socket.io and in the same run. Changes that had not
arrived ${DELIVERED_WITHIN_MS / 1000} seconds after the last commit are counted as not delivered; a percentile among them, and a ratio with it, is a dash.
The viewers read frames and nothing more, in one process; real ones have a processor each. Last Seat waits up to one tick
(50 ms) for company, so where one emit per change keeps up it is faster by that tick.`,
    tables: [delays(results), cost(results)],
    plots: plots(results),
  };
}

function delays(results: Record<ServerKind, Measured[]>): Table {
  return {
    caption: "Commit to viewer, Last Seat / one emit per change",
    columns: ["viewers", "changes/s", "p99 ratio", "p50 ms", "p99 ms", "delivered"],
    rows: pairs(results).map(([ours, plain]) => [
      ours.viewers.toLocaleString("en-US"),
      ours.perSecond.toLocaleString("en-US"),
      Number.isFinite(plain.p99Ms) ? `1 : ${figure(plain.p99Ms / ours.p99Ms)}` : "–",
      both(ours.p50Ms, plain.p50Ms),
      both(ours.p99Ms, plain.p99Ms),
      `${percent(ours.delivered)} / ${percent(plain.delivered)}`,
    ]),
  };
}

function cost(results: Record<ServerKind, Measured[]>): Table {
  return {
    caption: "What it costs, Last Seat / one emit per change",
    columns: [
      "viewers",
      "changes/s",
      "packets ratio",
      "packets per viewer",
      "kB per viewer",
      "server CPU",
      "server MB",
    ],
    rows: pairs(results).map(([ours, plain]) => [
      ours.viewers.toLocaleString("en-US"),
      ours.perSecond.toLocaleString("en-US"),
      plain.delivered >= 1 ? `1 : ${figure(plain.packets / ours.packets)}` : "–",
      both(ours.packets, plain.packets),
      both(ours.bytes / 1000, plain.bytes / 1000),
      `${percent(ours.cpu)} / ${percent(plain.cpu)}`,
      both(ours.rssBytes / 1e6, plain.rssBytes / 1e6),
    ]),
  };
}

function plots(results: Record<ServerKind, Measured[]>): Plot[] {
  const labels = results["last-seat"].map(
    ({ viewers, perSecond }) => `${short(viewers)}×${short(perSecond)}`,
  );
  const chart = (name: string, alt: string, y: string, read: (one: Measured) => number): Plot => ({
    name,
    alt,
    svg: drawBars({
      title: alt,
      x: "viewers × changes per second",
      y: { label: y, log: true },
      labels,
      series: [
        { name: "Last Seat", values: results["last-seat"].map(read) },
        { name: "one emit per change", values: results.plain.map(read) },
      ],
    }),
  });
  return [
    chart(
      "fan-out-p99",
      "Commit to viewer, p99 (no bar: not delivered)",
      "milliseconds",
      ({ p99Ms }) => p99Ms,
    ),
    chart("fan-out-packets", "Packets per viewer that arrived", "packets", ({ packets }) => packets),
  ];
}

function pairs(results: Record<ServerKind, Measured[]>): [ours: Measured, plain: Measured][] {
  return results["last-seat"].flatMap((ours, at): [Measured, Measured][] => {
    const plain = results.plain[at];
    return plain ? [[ours, plain]] : [];
  });
}

function both(ours: number, plain: number): string {
  return `${figure(ours)} / ${figure(plain)}`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function short(value: number): string {
  return value >= 1_000 ? `${value / 1_000}k` : String(value);
}
