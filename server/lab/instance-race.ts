/** One race (or game) inside one instance: its connections, its buyers, its marks. */
import type { RaceStep } from "#contract/lab";
import { recordSale } from "#db/queries/lab-record-sale";
import { openCounter, STRATEGY_CODE } from "#server/strategies/catalogue";
import type { Attempt, Counter, Place } from "#server/strategies/strategy";
import { connectRedis, isReady } from "./connect-redis";
import { createCountingPool } from "./counting-pool";
import { CardDeclined, createMarks } from "./marks";
import { type AttemptSetup, type FromInstance, monotonicMs, type RaceSetup } from "./messages";
import { seededRandom } from "./random";
import { warmPool } from "./warm-pool";

const SEND_STEPS_EVERY_MS = 40;

export interface InstanceRace {
  backends(): number[];
  fire(lanes: number[], originMs: number): void;
  goOn(lane: number): void;
  /** Resolves when every Redis connection answers, over a new connection if the old one was cut. */
  reconnected(): Promise<void>;
  /** Closes everything; answers how many statements were sent. */
  finish(): Promise<number>;
}

export async function openInstanceRace(
  setup: RaceSetup,
  send: (message: FromInstance) => void,
): Promise<InstanceRace> {
  const { raceId, seat, strategy, instance, lock, seed } = setup;
  const counting = createCountingPool(setup.databaseUrl, setup.poolSize, (backends) =>
    send({ type: "backends", backends }),
  );
  const nodes = await Promise.all(setup.redisPorts.map((port) => connectRedis(port, setup.redisTimeoutMs)));
  const attempts = new Map(setup.attempts.map((attempt) => [attempt.lane, attempt]));
  const held = new Map<number, Held>();
  const alreadyHeld = new Set<number>();
  const running = new Set<Promise<void>>();
  const steps: RaceStep[] = [];
  let recorded = 0;
  let leftOut = 0;
  const sender = setInterval(sendSteps, SEND_STEPS_EVERY_MS);
  let originMs = monotonicMs();
  let finishing = false;
  const now = () => monotonicMs() - originMs;
  const redis = nodes[0] ?? (await connectRedis(null, setup.redisTimeoutMs));
  const servers = { db: counting.pool, redis, redlockNodes: nodes };
  let counter: Counter | undefined;
  try {
    await warmPool(counting.pool, setup.poolSize);
    counter = await openCounter(STRATEGY_CODE[strategy], placeHere());
  } catch (error) {
    await finish();
    throw error;
  }
  const { book } = counter;

  return {
    backends: counting.backends,
    fire(lanes, origin) {
      originMs = origin;
      for (const lane of lanes) {
        const attempt = attempts.get(lane);
        if (!attempt) continue;
        const booking = attemptToBook(attempt).finally(() => running.delete(booking));
        running.add(booking);
      }
    },
    goOn(lane) {
      held.get(lane)?.goOn();
      held.delete(lane);
    },
    async reconnected() {
      await Promise.all(nodes.map(isReady));
    },
    finish,
  };

  async function attemptToBook(spec: AttemptSetup): Promise<void> {
    const startedMs = monotonicMs();
    const answered = (answer: "sold" | "refused" | "error", reason?: string) => {
      sendSteps();
      const tookMs = monotonicMs() - startedMs;
      send({ type: "answer", lane: spec.lane, answer, tookMs, ...(reason && { reason }) });
    };
    try {
      answered(await book(attemptOf(spec)));
    } catch (error) {
      if (error instanceof CardDeclined) answered("refused");
      else answered("error", error instanceof Error ? error.message : String(error));
    }
  }

  function attemptOf(spec: AttemptSetup): Attempt {
    const { buyer, lane } = spec;
    const random = seededRandom(seed, `attempt ${lane}`);
    return { raceId, seat, buyer, lane, ...servers, lock, random, ...dutiesOf(spec, random) };
  }

  function dutiesOf(spec: AttemptSetup, random: () => number) {
    const { buyer, lane, declined } = spec;
    const thinkMs = setup.thinkMs * (0.5 + random());
    const marks = createMarks({
      instance,
      lane,
      buyer,
      now,
      record,
      holdBefore: (step) => hold(spec, step),
      isHeldBefore: (step) => isHeld(spec, step),
      thinkMs,
      declined,
    });
    const sale = { raceId, seat, buyer, strategy, instance };
    return { ...marks, recordSale: (db: Parameters<typeof recordSale>[0]) => recordSale(db, sale) };
  }

  function placeHere(): Place {
    return {
      raceId,
      seat,
      instance,
      db: counting.pool,
      redis,
      lock,
      onBehalfOf(buyer, lane) {
        const spec = attempts.get(lane) ?? { lane, buyer, holdBefore: null, declined: false };
        // The scheduler of a game moves the buyers, not whoever works for them.
        const holdBefore = spec.holdBefore === "every step" ? null : spec.holdBefore;
        return dutiesOf({ ...spec, holdBefore }, seededRandom(seed, `attempt ${lane}`));
      },
    };
  }

  function isHeld({ lane, holdBefore }: AttemptSetup, step: string): boolean {
    if (finishing) return false;
    if (holdBefore === "every step") return step !== "think";
    return holdBefore === step && !alreadyHeld.has(lane);
  }

  async function hold(spec: AttemptSetup, step: string): Promise<void> {
    if (!isHeld(spec, step)) return;
    const { lane, buyer } = spec;
    alreadyHeld.add(lane);
    sendSteps();
    send({ type: "held", lane, buyer, step, atMs: now() });
    await new Promise<void>((goOn, leave) => held.set(lane, { goOn, leave }));
  }

  function record(step: RaceStep): void {
    recorded += 1;
    if (recorded > setup.maxSteps) leftOut += 1;
    else steps.push(step);
  }

  function sendSteps(): void {
    if (steps.length === 0 && leftOut === 0) return;
    send({ type: "steps", steps: steps.splice(0), leftOut });
    leftOut = 0;
  }

  async function finish(): Promise<number> {
    finishing = true;
    clearInterval(sender);
    // Whoever is still held leaves as if interrupted, so that what they hold is given back.
    for (const { leave } of held.values()) leave(new Error("the race was ended"));
    await Promise.all(running);
    await counter?.close();
    sendSteps();
    for (const node of nodes) node.disconnect();
    await counting.pool.end();
    return counting.statements();
  }
}

interface Held {
  goOn(): void;
  leave(reason: Error): void;
}
