/**
 * A lesson has one idea and a fixed course: predict, run, see, read why, and a question whose answer can be
 * run. The texts live in `texts/`, one file a lesson, both languages beside each other. `code`, **strong** and
 * [links](/lab) are the only markup.
 */
import type { FaultId } from "#contract/lab-faults";
import type { StrategyId } from "#contract/lab-strategies";
import type { Language, Localized } from "#contract/language";
import { type Conditions, DEFAULT_SETUP, type Setup, type Side } from "../_race/setup";

export type Prose = Readonly<Record<Language, readonly string[]>>;

export interface LessonChoice {
  text: Localized;
  right: boolean;
}

export interface Quiz {
  ask: Localized;
  choices: readonly LessonChoice[];
  run: Setup;
}

export interface Lesson {
  slug: string;
  title: Localized;
  idea: Localized;
  story: Prose;
  /** What will happen? Asked before the run; its run shows wrong and right side by side. */
  predict: Quiz;
  see: Prose;
  why: Prose;
  /** Where the articles this product began with, or common wisdom, are wrong. */
  corrections: Prose;
  question: Quiz & { answer: Prose };
}

export function wrong(text: Localized): LessonChoice {
  return { text, right: false };
}

export function right(text: Localized): LessonChoice {
  return { text, right: true };
}

type Which = StrategyId | [StrategyId, FaultId];

/** `race(["redis-lock", "failover"], "redlock", { buyers: 10 })` */
export function race(first: Which, second: Which | null, conditions: Partial<Conditions> = {}): Setup {
  const sides: Setup["sides"] = second ? [sideOf(first), sideOf(second)] : [sideOf(first)];
  return { ...DEFAULT_SETUP, ...conditions, sides };
}

function sideOf(which: Which): Side {
  return typeof which === "string"
    ? { strategy: which, fault: null }
    : { strategy: which[0], fault: which[1] };
}
