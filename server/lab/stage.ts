/**
 * What a scenario has in its hands: release buyers, hold one where it was told to stop, signal processes, and
 * wait for what really happened. Nothing here waits for time to pass where there is something to see.
 */
import type pg from "pg";
import type { RaceIncident, RaceStep } from "#contract/lab";
import type { Localized } from "#contract/language";
import { blockedBackends } from "#db/queries/lab-blocked-backends";
import type { Instance } from "./instances";
import { type FromInstance, monotonicMs } from "./messages";
import type { RedisCounter } from "./redis-counter";
import type { FailoverPair } from "./redis-fleet";
import type { RedisNode } from "./redis-node";

const LOOK_EVERY_MS = 15;

export class RaceStopped extends Error {}

export type Told = "sold" | "refused" | "error" | "unanswered";

export interface StageDeps {
  db: pg.Pool;
  instances: Instance[];
  /** Which instance each lane runs in. */
  homes: Map<number, number>;
  /** The Postgres backends of each instance's pool. */
  backends: number[][];
  lockKeys: string[];
  lockTtlMs: number;
  redis: { nodes: RedisNode[]; pair: FailoverPair | null; counter: RedisCounter };
  onSteps: (steps: RaceStep[], leftOut: number) => void;
  onIncident: (incident: RaceIncident) => void;
}

export type Stage = ReturnType<typeof createStage>;

export function createStage(deps: StageDeps) {
  const { instances, homes, redis, lockTtlMs } = deps;
  const told = new Map<number, Told>();
  const tookMs: number[] = [];
  const fired = new Set<number>();
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
      for (const lane of fired)
        if (homes.get(lane) === index && !told.has(lane)) told.set(lane, "unanswered");
      wake();
    };
    instance.listen((message) => hear(index, message), exit);
  }

  return {
    lockTtlMs,
    redis,
    told,
    tookMs,
    answered: (lanes: number[]) => lanes.filter((lane) => told.has(lane)).length,
    /** One message to each instance; the first one is time zero of the race. */
    fire(lanes: number[]): void {
      originMs ??= monotonicMs();
      for (const lane of lanes) fired.add(lane);
      for (const [index, instance] of instances.entries()) {
        const here = lanes.filter((lane) => homes.get(lane) === index);
        if (here.length > 0) instance.send({ type: "fire", lanes: here, originMs });
      }
    },
    /** Waits until the buyer stands where it was to be held; answers in which instance. */
    async untilHeld(lane: number): Promise<number> {
      await until(() => heldIn.has(lane) || told.has(lane));
      const held = heldIn.get(lane);
      if (!held) throw new Error(`Buyer ${lane} was answered before it could be held.`);
      return held.instance;
    },
    goOn(lane: number): void {
      const held = heldIn.get(lane);
      if (held) instances[held.instance]?.send({ type: "go-on", lane });
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
      const holders = await lockHolders();
      while (performance.now() < deadline) {
        const now = await lockHolders();
        if (!holders.some((holder, at) => holder !== null && holder === now[at])) return true;
        await nextChange(LOOK_EVERY_MS);
      }
      return false;
    },
    pause: (instance: number) => instances[instance]?.pause(),
    resume: (instance: number) => instances[instance]?.resume(),
    async kill(instance: number): Promise<void> {
      instances[instance]?.kill();
      await instances[instance]?.exited;
    },
    /** For a race that must end now: whoever has not answered never will. */
    async killUnanswered(): Promise<void> {
      const stuck = new Set([...fired].filter((lane) => !told.has(lane)).map((lane) => homes.get(lane)));
      const processes = instances.filter((_, index) => stuck.has(index));
      for (const instance of processes) instance.kill();
      await Promise.all(processes.map((instance) => instance.exited));
    },
    turnClock(instance: number, byMs: number): void {
      instances[instance]?.send({ type: "turn-clock", byMs });
    },
    /** Waits until every living instance has found Redis again. */
    async untilReconnected(): Promise<void> {
      reconnected.clear();
      for (const instance of instances) instance.send({ type: "reconnect" });
      await until(() => instances.every((instance, index) => reconnected.has(index) || !instance.alive()));
    },
    /** What was done, for the timeline. */
    happened(instance: number | null, text: Localized): void {
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
        if (heldIn.has(message.lane)) instances[instance]?.send({ type: "go-on", lane: message.lane });
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

  function anySold(lanes: number[]): boolean {
    return lanes.some((lane) => told.get(lane) === "sold");
  }

  async function lockHolders(): Promise<(string | null)[]> {
    const nodes = redis.nodes.filter((node) => node.alive());
    const values = await Promise.all(nodes.map((node) => node.client.mget(deps.lockKeys)));
    return values.flat();
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
