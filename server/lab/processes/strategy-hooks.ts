/** What `step`, `aside` and `think` do in an instance: time the work, keep what it found, hold the buyer. */
import { setTimeout as delay } from "node:timers/promises";
import type { RaceStep } from "#contract/lab";
import type { Attempt, Finding, MarkStep } from "#server/strategies/strategy";

export interface StrategyHooksDeps {
  instance: number;
  lane: number;
  buyer: string;
  /** Milliseconds since the burst. */
  now(): number;
  record(step: RaceStep): void;
  /** Told of work beside the steps when it begins. */
  beside(work: Promise<unknown>): void;
  /** Resolves at once unless this attempt is to be held here. */
  holdBefore(step: string): Promise<void>;
  isHeldBefore(step: string): boolean;
  thinkMs: number;
  declined: boolean;
}

export class CardDeclined extends Error {
  override message = "the card was declined";
}

export function createStrategyHooks(deps: StrategyHooksDeps): Pick<Attempt, "step" | "aside" | "think"> {
  const { lane, buyer, instance } = deps;

  const timed: MarkStep = async (name, work, describe = describeFound) => {
    const startedMs = deps.now();
    const ended = (outcome: RaceStep["outcome"], found: Finding) =>
      deps.record({ lane, buyer, instance, name, startedMs, endedMs: deps.now(), outcome, found });
    try {
      const found = await work();
      ended("done", describe(found));
      return found;
    } catch (error) {
      ended("failed", error instanceof Error ? error.message : String(error));
      throw error;
    }
  };

  return {
    aside(name, work, describe) {
      const done = timed(name, work, describe);
      deps.beside(done);
      return done;
    },
    async step(name, work, describe) {
      await deps.holdBefore(name);
      return timed(name, work, describe);
    },
    async think() {
      if (deps.thinkMs > 0 || deps.isHeldBefore("think")) {
        await timed("think", async () => {
          await deps.holdBefore("think");
          await delay(deps.thinkMs);
        });
      }
      if (deps.declined) throw new CardDeclined();
    },
  };
}

function describeFound(found: unknown): Finding {
  return typeof found === "string" || typeof found === "number" || typeof found === "boolean" ? found : null;
}
