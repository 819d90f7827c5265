/** One race (or game) inside one instance: its connections, its buyers, its marks. */
import { setTimeout as delay } from "node:timers/promises";
import type { RaceStep } from "#contract/lab";
import { recordSale } from "#db/queries/lab-record-sale";
import { openStrategy, STRATEGY_IMPLEMENTATIONS } from "#server/strategies/catalogue";
import type { Attempt, OpenStrategy, RaceContext } from "#server/strategies/strategy";
import { seededRandom } from "../races/seeded-random";
import { isReady } from "../redis/connect-redis";
import type { InstanceConnections } from "./connections";
import type { AttemptSetup, FromInstance, RaceSetup } from "./instance-messages";
import { monotonicMs } from "./monotonic-clock";
import { CardDeclined, createStrategyHooks } from "./strategy-hooks";

const SEND_STEPS_EVERY_MS = 40;

export interface InstanceRace {
  backends(): number[];
  start(lanes: number[], originMs: number): void;
  letContinue(lane: number): void;
  /** Resolves when every Redis connection answers, over a new connection if the old one was cut. */
  reconnected(): Promise<void>;
  /** Resolves when timers that were overdue have fired and what they began beside the steps is done. */
  settled(): Promise<void>;
  /** Closes everything; answers how many statements were sent since it was opened. */
  finish(): Promise<number>;
}

export async function openInstanceRace(
  setup: RaceSetup,
  instanceConnections: InstanceConnections,
  send: (message: FromInstance) => void,
): Promise<InstanceRace> {
  const { raceId, seat, strategy, instance, lock, seed } = setup;
  const connections = await instanceConnections.open(setup);
  const { counting, nodes, redis } = connections;
  const attempts = new Map(setup.attempts.map((attempt) => [attempt.lane, attempt]));
  const held = new Map<number, Held>();
  const alreadyHeld = new Set<number>();
  const running = new Set<Promise<void>>();
  const beside = new Set<Promise<unknown>>();
  const steps: RaceStep[] = [];
  let recorded = 0;
  let leftOut = 0;
  const sender = setInterval(sendSteps, SEND_STEPS_EVERY_MS);
  let originMs = monotonicMs();
  let finishing = false;
  const now = () => monotonicMs() - originMs;
  const servers = { db: counting.pool, redis, redlockNodes: nodes };
  let opened: OpenStrategy | undefined;
  let sentToPrepare = 0;
  try {
    opened = await openStrategy(STRATEGY_IMPLEMENTATIONS[strategy], raceContext());
    sentToPrepare = counting.statements();
  } catch (error) {
    await finish();
    throw error;
  }
  const { book } = opened;

  return {
    backends: counting.backends,
    start(lanes, origin) {
      originMs = origin;
      for (const lane of lanes) {
        const attempt = attempts.get(lane);
        if (!attempt) continue;
        const booking = attemptToBook(attempt).finally(() => running.delete(booking));
        running.add(booking);
      }
    },
    letContinue(lane) {
      held.get(lane)?.letContinue();
      held.delete(lane);
    },
    async reconnected() {
      await Promise.all(nodes.map(isReady));
    },
    async settled() {
      // Node fires timers in the order they were due: ours comes after every one that is overdue.
      await delay(1);
      await Promise.allSettled(beside);
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
    return { raceId, seat, buyer, lane, ...servers, lock, random, ...hooksFor(spec, random) };
  }

  function hooksFor(spec: AttemptSetup, random: () => number) {
    const { buyer, lane, declined } = spec;
    const thinkMs = setup.thinkMs * (0.5 + random());
    const hooks = createStrategyHooks({
      instance,
      lane,
      buyer,
      now,
      record,
      beside: (work) => {
        beside.add(work);
        void work.catch(() => {}).finally(() => beside.delete(work));
      },
      holdBefore: (step) => hold(spec, step),
      isHeldBefore: (step) => isHeld(spec, step),
      thinkMs,
      declined,
    });
    const sale = { raceId, seat, buyer, strategy, instance };
    return { ...hooks, recordSale: (db: Parameters<typeof recordSale>[0]) => recordSale(db, sale) };
  }

  function raceContext(): RaceContext {
    return {
      raceId,
      seat,
      instance,
      ...servers,
      ensemblePorts: setup.ensemblePorts,
      lock,
      onBehalfOf(buyer, lane) {
        const spec = attempts.get(lane) ?? { lane, buyer, holdBefore: null, declined: false };
        // The scheduler of a game moves the buyers, not whoever works for them.
        const holdBefore = spec.holdBefore === "every step" ? null : spec.holdBefore;
        return hooksFor({ ...spec, holdBefore }, seededRandom(seed, `attempt ${lane}`));
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
    await new Promise<void>((letContinue, leave) => held.set(lane, { letContinue, leave }));
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
    await opened?.close();
    sendSteps();
    await instanceConnections.giveBack(setup, connections);
    return counting.statements() - sentToPrepare;
  }
}

interface Held {
  letContinue(): void;
  leave(reason: Error): void;
}
