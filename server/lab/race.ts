/**
 * One race from beginning to end: servers, seat, processes, the burst or the fault's scenario, and the
 * verdict. Who got the seat is read from the ledger and what it cost from the servers' own counters; what the
 * buyers were told is kept beside it, for comparison.
 */
import type pg from "pg";
import type { RaceIncident, RaceResult, RaceSettings, RaceStep } from "#contract/lab";
import { RACE_LIMITS } from "#contract/lab-limits";
import { readDatabaseClock, type Sale } from "#db/queries/lab-read-ledger";
import { STRATEGY_CODE } from "#server/strategies/catalogue";
import type { Instance, Instances } from "./instances";
import { planRace, type RacePlan } from "./plan";
import { racedSeat } from "./raced-seat";
import { countCommandsFromNow } from "./redis-counter";
import type { RedisFleet } from "./redis-fleet";
import { createStage, RaceStopped, type Stage } from "./stage";
import { countStatementsFromNow } from "./statement-counter";

const REPORT_EVERY_MS = 200;

export interface RaceDeps {
  db: pg.Pool;
  databaseUrl: string;
  fleet: RedisFleet;
  instances: Instances;
  maxRaceMs?: number;
}

export interface RaceListener {
  running(requests: number): void;
  steps(steps: RaceStep[], leftOut: number): void;
  incident(incident: RaceIncident): void;
  progress(answered: number, sold: number): void;
}

export async function runRace(
  deps: RaceDeps,
  raceId: string,
  settings: RaceSettings,
  listener: RaceListener,
  signal: AbortSignal,
): Promise<RaceResult> {
  const plan = planRace(settings);
  const seat = racedSeat(deps.db, settings.strategy, raceId, settings.seat);
  const servers = await provideServers(deps, settings, plan);
  const crew: Instance[] = [];
  try {
    await seat.open();
    crew.push(...deps.instances.take(plan.instances));
    const backends = await prepareAll(deps, crew, raceId, settings, plan, servers.ports);
    // Counting begins when everything is connected and warm.
    const commands = await countCommandsFromNow(servers.nodes);
    const statements = await countStatementsFromNow(deps.db, settings.strategy);
    const stage = createStage({
      db: deps.db,
      instances: crew,
      homes: plan.homes,
      backends,
      lockKeys: seat.lockKeys,
      lockTtlMs: plan.lockTtlMs,
      redis: { ...servers, counter: commands },
      onSteps: listener.steps,
      onIncident: listener.incident,
    });
    const lanes = plan.attempts.map(({ lane }) => lane);
    const since = await readDatabaseClock(deps.db);
    const readSales = () => seat.sales(since);
    listener.running(lanes.length);
    const limitMs = deps.maxRaceMs ?? RACE_LIMITS.maxRaceMs;
    const durationMs = await underWatch({ stage, lanes, listener, readSales, signal, limitMs }, () =>
      plan.scenario.run(stage, lanes),
    );
    servers.thaw();
    const counted = await finishAll(crew);
    listener.steps(cutShort(stage, plan), 0);
    return {
      ...verdict(plan, lanes, await readSales()),
      ...answers(stage, lanes),
      postgresStatements: await statements.total(counted),
      postgresCountedBy: statements.countedBy,
      redisCommands: await commands.total(),
      durationMs,
    };
  } finally {
    servers.thaw();
    await finishAll(crew);
    deps.instances.giveBack(crew);
    await servers.pair?.close();
  }
}

async function provideServers({ fleet }: RaceDeps, { strategy }: RaceSettings, { scenario }: RacePlan) {
  const pair = scenario.pair ? await fleet.failoverPair() : null;
  const nodes = pair
    ? [pair.primary, pair.replica]
    : await fleet.nodesFor("races", STRATEGY_CODE[strategy].needs);
  return {
    pair,
    nodes,
    ports: pair ? [pair.front.port] : nodes.map((node) => node.port),
    thaw() {
      for (const node of nodes) node.thaw();
    },
  };
}

/** The first instance before the others: a strategy with a single writer then has it there. */
async function prepareAll(
  deps: RaceDeps,
  crew: Instance[],
  raceId: string,
  settings: RaceSettings,
  plan: RacePlan,
  redisPorts: number[],
): Promise<number[][]> {
  const { strategy, seat, thinkMs, seed } = settings;
  const prepare = (instance: Instance, index: number) =>
    instance.prepare({
      raceId,
      strategy,
      seat,
      instance: index,
      databaseUrl: deps.databaseUrl,
      poolSize: settings.poolSize,
      redisPorts,
      redisTimeoutMs: plan.redisTimeoutMs,
      lock: plan.lock,
      thinkMs,
      seed,
      maxSteps: Math.floor(RACE_LIMITS.maxSteps / crew.length),
      attempts: plan.attempts,
    });
  const [first, ...others] = crew;
  if (!first) throw new Error("A race needs an instance.");
  const backends = [await prepare(first, 0)];
  return backends.concat(await Promise.all(others.map((instance, at) => prepare(instance, at + 1))));
}

interface Watch {
  stage: Stage;
  lanes: number[];
  listener: RaceListener;
  readSales: () => Promise<Sale[]>;
  signal: AbortSignal;
  limitMs: number;
}

/**
 * Reports while it runs; answers how long it took. A race that takes too long is stopped there and judged as
 * it stands; when the lab is closed there is nothing to judge.
 */
async function underWatch(watch: Watch, run: () => Promise<void>): Promise<number> {
  const { stage, lanes, listener, signal } = watch;
  const startedAt = performance.now();
  const stop = () => stage.stop();
  const limit = setTimeout(stop, watch.limitMs);
  let reading = false;
  const report = setInterval(async () => {
    if (reading) return;
    reading = true;
    const sales = await watch.readSales().catch(() => []);
    listener.progress(stage.answered(lanes), sales.length);
    reading = false;
  }, REPORT_EVERY_MS);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    await run();
  } catch (error) {
    if (!(error instanceof RaceStopped) || signal.aborted) throw error;
    await stage.killUnanswered();
    stage.happened(null, {
      en: "The race took too long and was stopped",
      vi: "Cuộc đua quá lâu nên bị dừng",
    });
  } finally {
    clearTimeout(limit);
    clearInterval(report);
    signal.removeEventListener("abort", stop);
  }
  return performance.now() - startedAt;
}

/** Steps that were begun and never came back, because their process is dead. */
function cutShort(stage: Stage, plan: RacePlan): RaceStep[] {
  return stage.unfinished().map(({ lane, instance, step, atMs }) => ({
    lane,
    buyer: plan.attempts[lane]?.buyer ?? "",
    instance,
    name: step,
    startedMs: atMs,
    endedMs: null,
    outcome: "unfinished",
    found: null,
  }));
}

function verdict(plan: RacePlan, lanes: number[], sales: Sale[]) {
  return {
    requests: lanes.length,
    success: sales.length,
    failed: lanes.length - sales.length,
    doubleBookings: Math.max(0, sales.length - 1),
    owners: sales.map(({ buyer, instance, afterMs }) => ({
      buyer,
      instance: instance ?? plan.homeOf(buyer),
      soldAtMs: afterMs,
    })),
  };
}

function answers(stage: Stage, lanes: number[]) {
  const count = (answer: string) => lanes.filter((lane) => stage.told.get(lane) === answer).length;
  const sorted = stage.tookMs.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
  return {
    told: {
      sold: count("sold"),
      refused: count("refused"),
      error: count("error"),
      unanswered: lanes.length - count("sold") - count("refused") - count("error"),
    },
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}

/** Ends the race in every instance; answers how many statements they counted. */
async function finishAll(crew: Instance[]): Promise<number> {
  const counts = await Promise.all(crew.map((instance) => instance.finish()));
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
