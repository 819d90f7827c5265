/**
 * One race from beginning to end: servers, seat, processes, the burst or the fault's scenario, and the
 * verdict. Who got the seat is read from the ledger and what it cost from the servers' own counters; what the
 * buyers were told is kept beside it, for comparison.
 */
import type pg from "pg";
import type { BuyerAnswer, RaceIncident, RaceResult, RaceSettings, RaceStep } from "#contract/lab";
import { RACE_LIMITS } from "#contract/lab-limits";
import { readDatabaseClock, type Sale } from "#db/queries/lab-read-ledger";
import { findCounterexample } from "#histories/counterexample";
import type { History } from "#histories/history";
import { STRATEGY_IMPLEMENTATIONS } from "#server/strategies/catalogue";
import type { Ensembles } from "../ensembles/ensembles";
import { readHeldLocks } from "../held-locks";
import type { Instance, InstancePool } from "../processes/instance-pool";
import { countCommandsFromNow } from "../redis/command-counter";
import type { RedisFleet } from "../redis/redis-fleet";
import { openTcpRelay } from "../redis/tcp-relay";
import { createRaceControls, type RaceControls, RaceStopped } from "./race-controls";
import { historyOfRace } from "./race-history";
import { planRace, type RacePlan } from "./race-plan";
import { racedSeat } from "./raced-seat";
import { countStatementsFromNow } from "./statement-counter";

const REPORT_EVERY_MS = 200;

export interface RaceDeps {
  db: pg.Pool;
  databaseUrl: string;
  fleet: RedisFleet;
  ensembles: Ensembles;
  instances: InstancePool;
  maxRaceMs?: number;
}

export interface RaceListener {
  running(requests: number): void;
  steps(steps: RaceStep[], leftOut: number): void;
  incident(incident: RaceIncident): void;
  progress(answered: number, sold: number): void;
  history(history: History): void;
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
  const taken: Instance[] = [];
  try {
    await seat.open();
    taken.push(...deps.instances.take(plan.instances));
    const backends = await prepareAll(deps, taken, raceId, settings, plan, servers);
    // Counting begins when everything is connected and warm.
    const commands = await countCommandsFromNow(servers.nodes);
    const statements = await countStatementsFromNow(deps.db, settings.strategy);
    const controls = createRaceControls({
      db: deps.db,
      instances: taken,
      instanceOfLane: plan.instanceOfLane,
      backends,
      readLocks: () => readHeldLocks({ db: deps.db, ...servers }, seat.lockKeys),
      lockTtlMs: plan.lockTtlMs,
      redis: { ...servers, commandCounter: commands },
      ensemble: servers.ensemble,
      holderLinks: servers.holderLinks,
      holderRedisLinks: servers.holderRedisLinks,
      onSteps: listener.steps,
      onIncident: listener.incident,
    });
    const lanes = plan.attempts.map(({ lane }) => lane);
    const since = await readDatabaseClock(deps.db);
    const readSales = () => seat.sales(since);
    listener.running(lanes.length);
    const limitMs = deps.maxRaceMs ?? RACE_LIMITS.maxRaceMs;
    const durationMs = await underWatch({ controls, lanes, listener, readSales, signal, limitMs }, () =>
      plan.scenario.run(controls, lanes),
    );
    await servers.heal();
    const counted = await finishAll(taken);
    listener.steps(cutShort(controls, plan), 0);
    const sales = await readSales();
    const { heard, told } = controls;
    const owners = sales.map(({ buyer }) => buyer);
    const seen = { raceId, seat: settings.seat, attempts: plan.attempts, heard, told, owners };
    const history = historyOfRace(seen);
    listener.history(history);
    return {
      ...verdict(plan, lanes, sales),
      unexplained: findCounterexample(history)?.history ?? null,
      ...answers(controls, lanes),
      postgresStatements: await statements.total(counted),
      postgresCountedBy: statements.countedBy,
      redisCommands: await commands.total(),
      durationMs,
    };
  } finally {
    await servers.heal();
    await finishAll(taken);
    deps.instances.giveBack(taken);
    const links = [...servers.holderLinks, ...servers.holderRedisLinks];
    await Promise.all([servers.pair?.close(), ...links.map((link) => link.close())]);
  }
}

type Servers = Awaited<ReturnType<typeof provideServers>>;

async function provideServers(
  { fleet, ensembles }: RaceDeps,
  { strategy }: RaceSettings,
  { scenario }: RacePlan,
) {
  const { needs } = STRATEGY_IMPLEMENTATIONS[strategy];
  const { movableClocks = false } = scenario;
  const ensemble = await ensembles.forNeeds("races", needs, { movableClocks });
  // The first buyer's process reaches the ensemble by cables of its own, which can be cut.
  const holderLinks = await Promise.all((ensemble?.ports ?? []).map((port) => openTcpRelay(port)));
  const pair = scenario.pair ? await fleet.failoverPair() : null;
  const nodes = pair ? [pair.primary, pair.replica] : await fleet.nodesFor("races", needs, { movableClocks });
  const ports = pair ? [pair.front.port] : nodes.map((node) => node.port);
  const holderRedisLinks = movableClocks ? await Promise.all(ports.map((port) => openTcpRelay(port))) : [];
  return {
    pair,
    nodes,
    ports,
    ensemble,
    holderLinks,
    holderRedisLinks,
    async heal() {
      for (const node of nodes) node.thaw();
      await ensemble?.heal();
      if (movableClocks) await Promise.all(nodes.map((node) => node.moveClock(0)));
    },
  };
}

/** The first instance before the others: a strategy with a single writer then has it there. */
async function prepareAll(
  deps: RaceDeps,
  taken: Instance[],
  raceId: string,
  settings: RaceSettings,
  plan: RacePlan,
  servers: Servers,
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
      redisPorts:
        index === 0 && servers.holderRedisLinks.length > 0
          ? servers.holderRedisLinks.map(({ port }) => port)
          : servers.ports,
      ensemblePorts:
        index === 0 ? servers.holderLinks.map(({ port }) => port) : (servers.ensemble?.ports ?? []),
      redisTimeoutMs: plan.redisTimeoutMs,
      lock: plan.lock,
      thinkMs,
      seed,
      maxSteps: Math.floor(RACE_LIMITS.maxSteps / taken.length),
      attempts: plan.attempts,
      keepConnections: false,
    });
  const [first, ...others] = taken;
  if (!first) throw new Error("A race needs an instance.");
  const backends = [await prepare(first, 0)];
  return backends.concat(await Promise.all(others.map((instance, at) => prepare(instance, at + 1))));
}

interface Watch {
  controls: RaceControls;
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
  const { controls, lanes, listener, signal } = watch;
  const startedAt = performance.now();
  const stop = () => controls.stop();
  const limit = setTimeout(stop, watch.limitMs);
  let reading = false;
  const report = setInterval(async () => {
    if (reading) return;
    reading = true;
    const sales = await watch.readSales().catch(() => []);
    listener.progress(controls.answered(lanes), sales.length);
    reading = false;
  }, REPORT_EVERY_MS);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    await run();
  } catch (error) {
    if (!(error instanceof RaceStopped) || signal.aborted) throw error;
    await controls.killUnanswered();
    controls.reportIncident(null, {
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
function cutShort(controls: RaceControls, plan: RacePlan): RaceStep[] {
  return controls.unfinished().map(({ lane, instance, step, atMs }) => ({
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
      instance: instance ?? plan.instanceOfBuyer(buyer),
      soldAtMs: afterMs,
    })),
  };
}

function answers(controls: RaceControls, lanes: number[]) {
  const answers = lanes.map((lane) => controls.told.get(lane) ?? "unanswered");
  const count = (answer: BuyerAnswer) => answers.filter((given) => given === answer).length;
  const sorted = controls.tookMs.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
  return {
    answers,
    told: {
      sold: count("sold"),
      refused: count("refused"),
      error: count("error"),
      unanswered: count("unanswered"),
    },
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}

/** Ends the race in every instance; answers how many statements they counted. */
async function finishAll(taken: Instance[]): Promise<number> {
  const counts = await Promise.all(taken.map((instance) => instance.finish()));
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
