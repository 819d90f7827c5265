/** What `step`, `aside` and `think` do in an instance: time the work, keep what it found, hold the buyer. */
import { setTimeout as delay } from "node:timers/promises";
import type { RaceStep } from "#contract/lab";
import type { Attempt, Finding } from "#server/strategies/strategy";

export interface MarkDeps {
  instance: number;
  lane: number;
  buyer: string;
  /** Milliseconds since the burst. */
  now(): number;
  record(step: RaceStep): void;
  /** Resolves at once unless this attempt is to be held here. */
  holdBefore(step: string): Promise<void>;
  thinkMs: number;
  declined: boolean;
}

export class CardDeclined extends Error {
  override message = "the card was declined";
}

export function createMarks(deps: MarkDeps): Pick<Attempt, "step" | "aside" | "think"> {
  return {
    async step(name, work) {
      await deps.holdBefore(name);
      return aside(name, work);
    },
    aside,
    async think() {
      const startedMs = deps.now();
      await deps.holdBefore("think");
      await delay(deps.thinkMs);
      const endedMs = deps.now();
      const { lane, buyer, instance } = deps;
      if (endedMs - startedMs > 1) {
        deps.record({
          lane,
          buyer,
          instance,
          name: "think",
          startedMs,
          endedMs,
          outcome: "done",
          found: null,
        });
      }
      if (deps.declined) throw new CardDeclined();
    },
  };

  async function aside<T extends Finding>(name: string, work: () => Promise<T>): Promise<T> {
    const { lane, buyer, instance } = deps;
    const startedMs = deps.now();
    const ended = (outcome: RaceStep["outcome"], found: RaceStep["found"]) =>
      deps.record({ lane, buyer, instance, name, startedMs, endedMs: deps.now(), outcome, found });
    try {
      const found = await work();
      ended("done", found ?? null);
      return found;
    } catch (error) {
      ended("failed", error instanceof Error ? error.message : String(error));
      throw error;
    }
  }
}
