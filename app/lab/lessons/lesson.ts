/**
 * A lesson has one idea and a fixed course: predict, run, see, read why, and a question whose answer can be
 * run. The texts live in `texts/`, one file a lesson, both languages beside each other. `code`, **strong** and
 * [links](/lab) are the only markup.
 */
import type { FaultId } from "#contract/lab-faults";
import type { LabServer, StrategyId } from "#contract/lab-strategies";
import type { Language, Localized } from "#contract/language";
import { DEFAULT_SETUP, type RaceConditions, type RaceSetup, type RaceSide } from "../race/setup/race-setup";
import type { Spotlight } from "../timeline/spotlight";

type Prose = Readonly<Record<Language, readonly string[]>>;

export interface LessonChoice {
  text: Localized;
  right: boolean;
}

interface Quiz {
  ask: Localized;
  choices: readonly LessonChoice[];
  run: RaceSetup;
}

interface SeeSentence {
  text: Localized;
  lights?: Spotlight;
}

export interface Lesson {
  slug: string;
  title: Localized;
  idea: Localized;
  story: Prose;
  /** What will happen? Asked before the run; its run shows wrong and right side by side. */
  predict: Quiz;
  /** What to look at in the picture of the race, and where that is. */
  see: readonly SeeSentence[];
  why: Prose;
  /** Where the articles this product began with, or common wisdom, are wrong. */
  corrections: Prose;
  question: Quiz & { answer: Prose };
  /** One more question, asked where the server that its race needs is installed. */
  withServer?: Quiz & { server: LabServer; answer: Prose };
}

export function wrong(text: Localized): LessonChoice {
  return { text, right: false };
}

export function right(text: Localized): LessonChoice {
  return { text, right: true };
}

type StrategyWithFault = StrategyId | [StrategyId, FaultId];

/** `race(["redis-lock", "failover"], "redlock", { buyers: 10 })` */
export function race(
  first: StrategyWithFault,
  second: StrategyWithFault | null,
  conditions: Partial<RaceConditions> = {},
): RaceSetup {
  const sides: RaceSetup["sides"] = second ? [sideOf(first), sideOf(second)] : [sideOf(first)];
  return { ...DEFAULT_SETUP, ...conditions, sides };
}

function sideOf(which: StrategyWithFault): RaceSide {
  return typeof which === "string"
    ? { strategy: which, fault: null }
    : { strategy: which[0], fault: which[1] };
}
