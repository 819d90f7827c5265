/**
 * What a scenario has in its hands: release buyers, hold one where it was told to stop, signal processes, and
 * wait for what really happened. Nothing here waits for time to pass where there is something to see.
 */
import type pg from "pg";
import type { BuyerAnswer, RaceIncident, RaceStep } from "#contract/lab";
import type { Localized } from "#contract/language";
import { blockedBackends } from "#db/queries/lab-blocked-backends";
import type { Ensemble } from "../ensembles/ensemble";
import type { ServerProcess } from "../ensembles/server-process";
import { type HeldLock, isSameHold } from "../held-locks";
import type { FromInstance } from "../processes/instance-messages";
import type { Instance } from "../processes/instance-pool";
import { monotonicMs } from "../processes/monotonic-clock";
import type { CommandCounter } from "../redis/command-counter";
import type { FailoverPair } from "../redis/redis-fleet";
import type { RedisNode } from "../redis/redis-node";
import type { TcpRelay } from "../redis/tcp-relay";
import type { HeardAttempt } from "./race-history";

const LOOK_EVERY_MS = 15;

export class RaceStopped extends Error {}

export interface RaceControlsDeps {
  db: pg.Pool;
  instances: Instance[];
  /** Which instance each lane runs in. */
  instanceOfLane: Map<number, number>;
  /** The Postgres backends of each instance's pool. */
  backends: number[][];
  readLocks: () => Promise<HeldLock[]>;
  lockTtlMs: number;
  redis: { nodes: RedisNode[]; pair: FailoverPair | null; commandCounter: CommandCounter };
  ensemble: Ensemble | null;
  /** The cables of the first instance to the ensemble, and, where clocks are moved, to Redis. */
  holderLinks: TcpRelay[];
  holderRedisLinks: TcpRelay[];
  onSteps: (steps: RaceStep[], leftOut: number) => void;
  onIncident: (incident: RaceIncident) => void;
}

export type RaceControls = ReturnType<typeof createRaceControls>;

export function createRaceControls(deps: RaceControlsDeps) {
  const { instances, instanceOfLane, redis, lockTtlMs } = deps;
  const told = new Map<number, BuyerAnswer>();
  const tookMs: number[] = [];
  const heard = new Map<number, HeardAttempt>();
  const heldIn = new Map<number, { instance: number; step: string; atMs: number }>();
  const refusedLock = new Set<number>();
  const reconnected = new Set<number>();
  const backends = new Map(deps.backends.entries());
  const waiting = new Set<() => void>();
  let stopped: RaceStopped | undefined;
  let originMs: number | undefined;
  const nowMs = () => (originMs === undefined ? 0 : monotonicMs() - originMs);

  for (const [index, instance] of instances.entries()) {
    const exit = () => {
      for (const lane of heard.keys())
        if (instanceOfLane.get(lane) === index && !told.has(lane)) told.set(lane, "unanswered");
      wake();
    };
    instance.listen((message) => hear(index, message), exit);
  }

  return {
    lockTtlMs,
    redis,
    holderLinks: deps.holderLinks,
    holderRedisLinks: deps.holderRedisLinks,
    told,
    tookMs,
    /** When each lane that was let go was let go, and when it was answered. */
    heard,
    answered: (lanes: number[]) => lanes.filter((lane) => told.has(lane)).length,
    /** One message to each instance; the first one is time zero of the race. */
    startBuyers(lanes: number[]): void {
      originMs ??= monotonicMs();
      for (const lane of lanes) heard.set(lane, { askedAtMs: nowMs(), answeredAtMs: null });
      for (const [index, instance] of instances.entries()) {
        const here = lanes.filter((lane) => instanceOfLane.get(lane) === index);
        if (here.length > 0) instance.send({ type: "start", lanes: here, originMs });
      }
    },
    /** Waits until the buyer stands where it was to be held; answers in which instance. */
    async untilHeld(lane: number): Promise<number> {
      await until(() => heldIn.has(lane) || told.has(lane));
      const held = heldIn.get(lane);
      if (!held) throw new Error(`Buyer ${lane} was answered before it could be held.`);
      return held.instance;
    },
    letContinue(lane: number): void {
      const held = heldIn.get(lane);
      if (held) instances[held.instance]?.send({ type: "continue", lane });
    },
    async untilAnswered(lanes: number[]): Promise<void> {
      await until(() => lanes.every((lane) => told.has(lane)));
    },
    /** One of them has the seat, or all are answered, or they wait in Postgres for someone who holds a lock. */
    async untilOneSoldOrBlocked(lanes: number[]): Promise<void> {
      const decided = () => anySold(lanes) || lanes.every((lane) => told.has(lane));
      while (!decided()) {
        const pids = [...backends.values()].flat();
        if ((await blockedBackends(deps.db, pids)).length > 0) return;
        await nextChange(LOOK_EVERY_MS);
      }
    },
    /** One of them has the seat, or each of them has been answered or refused the lock. */
    async untilTurnedAway(lanes: number[]): Promise<void> {
      await until(() => anySold(lanes) || lanes.every((lane) => told.has(lane) || refusedLock.has(lane)));
    },
    /** Waits until whoever holds the lock now holds it no more, or the time is up; answers which. */
    async untilLockGone(withinMs: number): Promise<boolean> {
      const deadline = performance.now() + withinMs;
      const before = await deps.readLocks();
      while (performance.now() < deadline) {
        const now = await deps.readLocks();
        if (!before.some((lock) => now.some((other) => isSameHold(lock, other)))) return true;
        await nextChange(LOOK_EVERY_MS);
      }
      return false;
    },
    /** Waits until somebody is seen to hold a lock, or has been answered without. */
    async untilLocked(lane: number): Promise<void> {
      while (!told.has(lane) && (await deps.readLocks()).length === 0) await nextChange(LOOK_EVERY_MS);
    },
    pauseProcess: (instance: number) => instances[instance]?.pause(),
    resumeProcess(instance: number): void {
      // What it heard before it slept is not an answer to what it does next.
      for (const lane of refusedLock) if (instanceOfLane.get(lane) === instance) refusedLock.delete(lane);
      instances[instance]?.resume();
    },
    async killProcess(instance: number): Promise<void> {
      instances[instance]?.kill();
      await instances[instance]?.exited;
    },
    /** For a race that must end now: whoever has not answered never will. */
    async killUnanswered(): Promise<void> {
      const stuck = new Set(
        [...heard.keys()].filter((lane) => !told.has(lane)).map((lane) => instanceOfLane.get(lane)),
      );
      const processes = instances.filter((_, index) => stuck.has(index));
      for (const instance of processes) instance.kill();
      await Promise.all(processes.map((instance) => instance.exited));
    },
    ensemble(): Ensemble {
      if (!deps.ensemble) throw new Error("This strategy has no ensemble.");
      return deps.ensemble;
    },
    /** Waits until one of the nodes leads, and not the one that did before; answers which, and which do not. */
    async untilLed(before?: ServerProcess): Promise<{ leader: ServerProcess; others: ServerProcess[] }> {
      const { nodes, leader } = this.ensemble();
      for (;;) {
        const at = await leader().catch(() => undefined);
        const found = at === undefined ? undefined : nodes[at];
        if (found && found !== before)
          return { leader: found, others: nodes.filter((node) => node !== found) };
        await nextChange(LOOK_EVERY_MS);
      }
    },
    shiftClock(instance: number, byMs: number): void {
      instances[instance]?.send({ type: "shift-clock", byMs });
    },
    /** Of all servers of an ensemble; of Redis nodes that of the first. */
    async moveServerClock(byMs: number): Promise<void> {
      await (deps.ensemble?.moveClocks(byMs) ?? redis.nodes[0]?.moveClock(byMs));
    },
    /** Waits until every living instance has found Redis again. */
    async untilReconnected(): Promise<void> {
      reconnected.clear();
      for (const instance of instances) instance.send({ type: "reconnect" });
      await until(() => instances.every((instance, index) => reconnected.has(index) || !instance.alive()));
    },
    /** What was done, for the timeline. */
    reportIncident(instance: number | null, text: Localized): void {
      deps.onIncident({ atMs: nowMs(), instance, text });
    },
    /** Steps that were begun and never came back. */
    unfinished(): { lane: number; instance: number; step: string; atMs: number }[] {
      return [...heldIn]
        .map(([lane, held]) => ({ lane, ...held }))
        .filter(({ lane }) => told.get(lane) === "unanswered");
    },
    /** Whatever the scenario waits for, it waits no longer. */
    stop(): void {
      stopped ??= new RaceStopped("The race was stopped.");
      wake();
    },
  };

  function hear(instance: number, message: FromInstance): void {
    switch (message.type) {
      case "held":
        // Held once: whoever takes the work over from a paused or dead one goes on.
        if (heldIn.has(message.lane)) instances[instance]?.send({ type: "continue", lane: message.lane });
        else heldIn.set(message.lane, { instance, step: message.step, atMs: message.atMs });
        break;
      case "steps":
        for (const step of message.steps) {
          if (step.name === "acquire" && step.found === false) refusedLock.add(step.lane);
        }
        deps.onSteps(message.steps, message.leftOut);
        break;
      case "answer":
        if (!told.has(message.lane)) tookMs.push(message.tookMs);
        told.set(message.lane, message.answer);
        noteAnswer(message.lane);
        break;
      case "reconnected":
        reconnected.add(instance);
        break;
      case "backends":
        backends.set(instance, message.backends);
        break;
    }
    wake();
  }

  function noteAnswer(lane: number): void {
    const attempt = heard.get(lane);
    if (attempt) attempt.answeredAtMs ??= nowMs();
  }

  function anySold(lanes: number[]): boolean {
    return lanes.some((lane) => told.get(lane) === "sold");
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await nextChange();
  }

  /** Something was heard, or a moment has passed. */
  async function nextChange(withinMs = 1_000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    if (!stopped) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
        timer = setTimeout(resolve, withinMs);
      });
    }
    clearTimeout(timer);
    if (stopped) throw stopped;
  }

  function wake(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }
}
