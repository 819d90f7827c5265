/** One of the buyers who are moved step by step, as its process tells of it. */
import type { RaceStep } from "#contract/lab";
import type { GamePosition } from "#contract/lab-game";
import type { FromInstance } from "../processes/instance-messages";
import type { Instance } from "../processes/instance-pool";

type Position<Name extends string> = Omit<GamePosition, "blockedBy"> & { blockedBy: Name | null };

export interface ControlledBuyer<Name extends string> {
  name: Name;
  start(originMs: number): void;
  /** Lets it go on to its next mark; false if it is not standing at one. */
  takeStep(): boolean;
  toggleFrozen(): boolean;
  isRunning(): boolean;
  isFinished(): boolean;
  isBlocked(): boolean;
  backends(): number[];
  sawBlocked(blocked: { pid: number; blockedBy: number[] }[]): void;
  /** When it was last given a lock; below zero if never. */
  acquiredAtMs(): number;
  position(all: readonly ControlledBuyer<Name>[]): Position<Name>;
  onChange(listener: () => void): void;
}

/** `all` are the steps of all buyers: one may work on behalf of another, as the queue's writer does. */
export function createGameBuyer<Name extends string>(
  name: Name,
  lane: number,
  instance: Instance,
  firstBackends: number[],
  all: RaceStep[],
): ControlledBuyer<Name> {
  const steps = () => all.filter((step) => step.lane === lane);
  let backends = firstBackends;
  let phase: "running" | "held" | "finished" = "running";
  let step: string | null = null;
  let outcome: GamePosition["outcome"] = null;
  let frozen = false;
  /** Just woken, and not yet through with what was overdue, such as a renewal. */
  let settling = false;
  let waitsFor: { pid: number; blockedBy: number[] } | undefined;
  let changed: () => void = () => {};

  instance.listen(hear, () => {
    if (phase === "finished") return;
    phase = "finished";
    outcome = "error";
    settling = false;
    changed();
  });

  function hear(message: FromInstance): void {
    switch (message.type) {
      case "held":
        phase = "held";
        step = message.step;
        waitsFor = undefined;
        break;
      case "answer":
        phase = "finished";
        step = null;
        outcome = message.answer;
        waitsFor = undefined;
        break;
      case "steps":
        all.push(...message.steps);
        return;
      case "settled":
        settling = false;
        break;
      case "backends":
        backends = message.backends;
        return;
      default:
        return;
    }
    changed();
  }

  return {
    name,
    start: (originMs) => instance.send({ type: "start", lanes: [lane], originMs }),
    takeStep() {
      if (phase !== "held" || frozen || settling) return false;
      phase = "running";
      instance.send({ type: "continue", lane });
      return true;
    },
    toggleFrozen() {
      if (phase === "finished") return false;
      frozen = !frozen;
      if (frozen) {
        instance.pause();
      } else {
        settling = true;
        instance.resume();
        instance.send({ type: "settle" });
      }
      return true;
    },
    isRunning: () => (phase === "running" || settling) && !frozen,
    isFinished: () => phase === "finished",
    isBlocked: () => waitsFor !== undefined,
    backends: () => backends,
    sawBlocked(blocked) {
      waitsFor = phase === "running" ? blocked.find(({ pid }) => backends.includes(pid)) : undefined;
    },
    acquiredAtMs: () => steps().findLast(isGrant)?.endedMs ?? -1,
    position: (others) => ({
      phase: frozen ? "frozen" : phase === "held" ? "waiting" : phase === "finished" ? "finished" : "blocked",
      step,
      outcome,
      pid: waitsFor?.pid ?? backends[0] ?? null,
      blockedByPids: waitsFor?.blockedBy ?? [],
      blockedBy:
        others.find((other) => waitsFor?.blockedBy.some((pid) => other.backends().includes(pid)))?.name ??
        null,
      fence: fenceOf(steps()),
      steps: steps(),
    }),
    onChange(listener) {
      changed = listener;
    },
  };
}

function isGrant({ name, found }: RaceStep): boolean {
  return name === "acquire" && found === true;
}

function fenceOf(steps: RaceStep[]): number | null {
  const found = steps.findLast(({ name }) => name === "fence")?.found;
  return typeof found === "number" ? found : null;
}
