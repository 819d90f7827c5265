/** What `step`, `aside` and `think` do in an instance: time the work, keep what it found, hold the buyer. */
import { setTimeout as delay } from "node:timers/promises";
import type { RaceStep } from "#contract/lab";
import type { Attempt, Finding, Mark } from "#server/strategies/strategy";

export interface MarkDeps {
  instance: number;
  lane: number;
  buyer: string;
  /** Milliseconds since the burst. */
  now(): number;
  record(step: RaceStep): void;
  /** Resolves at once unless this attempt is to be held here. */
  holdBefore(step: string): Promise<void>;
  isHeldBefore(step: string): boolean;
  thinkMs: number;
  declined: boolean;
}

export class CardDeclined extends Error {
  override message = "the card was declined";
}

export function createMarks(deps: MarkDeps): Pick<Attempt, "step" | "aside" | "think"> {
  const { lane, buyer, instance } = deps;

  const aside: Mark = async (name, work, tell = inAWord) => {
    const startedMs = deps.now();
    const ended = (outcome: RaceStep["outcome"], found: Finding) =>
      deps.record({ lane, buyer, instance, name, startedMs, endedMs: deps.now(), outcome, found });
    try {
      const found = await work();
      ended("done", tell(found));
      return found;
    } catch (error) {
      ended("failed", error instanceof Error ? error.message : String(error));
      throw error;
    }
  };

  return {
    aside,
    async step(name, work, tell) {
      await deps.holdBefore(name);
      return aside(name, work, tell);
    },
    async think() {
      if (deps.thinkMs > 0 || deps.isHeldBefore("think")) {
        await aside("think", async () => {
          await deps.holdBefore("think");
          await delay(deps.thinkMs);
        });
      }
      if (deps.declined) throw new CardDeclined();
    },
  };
}

function inAWord(found: unknown): Finding {
  return typeof found === "string" || typeof found === "number" || typeof found === "boolean" ? found : null;
}
