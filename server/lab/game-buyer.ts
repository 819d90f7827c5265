/** One of the two buyers of a game, as its process tells of it. */
import type { RaceStep } from "#contract/lab";
import type { GameBuyer, GamePosition } from "#contract/lab-game";
import type { Instance } from "./instances";
import type { FromInstance } from "./messages";

export interface PlayedBuyer {
  name: GameBuyer;
  fire(originMs: number): void;
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
  position(other: PlayedBuyer): GamePosition;
  onChange(listener: () => void): void;
}

/** `all` are the steps of both buyers: one may work on behalf of the other, as the queue's writer does. */
export function createGameBuyer(
  name: GameBuyer,
  lane: number,
  instance: Instance,
  firstBackends: number[],
  all: RaceStep[],
): PlayedBuyer {
  const steps = () => all.filter((step) => step.lane === lane);
  let backends = firstBackends;
  let phase: "running" | "held" | "finished" = "running";
  let step: string | null = null;
  let outcome: GamePosition["outcome"] = null;
  let frozen = false;
  let waitsFor: { pid: number; blockedBy: number[] } | undefined;
  let changed: () => void = () => {};

  instance.listen(hear, () => {
    if (phase === "finished") return;
    phase = "finished";
    outcome = "error";
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
    fire: (originMs) => instance.send({ type: "fire", lanes: [lane], originMs }),
    takeStep() {
      if (phase !== "held" || frozen) return false;
      phase = "running";
      instance.send({ type: "go-on", lane });
      return true;
    },
    toggleFrozen() {
      if (phase === "finished") return false;
      frozen = !frozen;
      if (frozen) instance.pause();
      else instance.resume();
      return true;
    },
    isRunning: () => phase === "running" && !frozen,
    isFinished: () => phase === "finished",
    isBlocked: () => waitsFor !== undefined,
    backends: () => backends,
    sawBlocked(blocked) {
      waitsFor = phase === "running" ? blocked.find(({ pid }) => backends.includes(pid)) : undefined;
    },
    acquiredAtMs: () => steps().findLast(isGrant)?.endedMs ?? -1,
    position: (other) => ({
      phase: frozen ? "frozen" : phase === "held" ? "waiting" : phase === "finished" ? "finished" : "blocked",
      step,
      outcome,
      pid: waitsFor?.pid ?? backends[0] ?? null,
      blockedByPids: waitsFor?.blockedBy ?? [],
      blockedBy: waitsFor?.blockedBy.some((pid) => other.backends().includes(pid)) ? other.name : null,
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
