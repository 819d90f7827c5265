/** A step in plain words, for the tip, the announcer and the timeline as text. */
import type { RaceStep } from "#contract/lab";
import type { Language } from "#contract/language";
import type { LabWords } from "../../lib/messages/lab";

export function stepName(text: LabWords, name: string): string {
  const names: Readonly<Record<string, string | undefined>> = text.steps;
  return names[name] ?? name;
}

export function foundWords(text: LabWords, { name, outcome, found }: RaceStep): string | null {
  const words = text.found;
  if (outcome === "unfinished") return words.unfinished;
  if (outcome === "failed") return words.failed(String(found ?? "?"));
  if (found === null) return null;
  if (name === "check") return found === false || found === "" ? words.free : words.booked;
  if (typeof found === "number") return words.number(found);
  if (typeof found === "string") return namedFinding(text, found);
  const [yes, no] = pairFor(text, name);
  return found ? yes : no;
}

export function whenWords(text: LabWords, language: Language, { startedMs, endedMs }: RaceStep): string {
  const from = formatMs(startedMs, language);
  return endedMs === null ? text.timeline.never(from) : text.timeline.from(from, formatMs(endedMs, language));
}

/** "ask for the lock, 0.4 ms to 1.2 ms, did not get it" */
export function stepWords(text: LabWords, language: Language, step: RaceStep): string {
  const parts = [stepName(text, step.name), whenWords(text, language, step), foundWords(text, step)];
  return parts.filter(Boolean).join(", ");
}

/** Processes are counted from one in front of people. */
export function processNumber(instance: number): string {
  return String(instance + 1);
}

export function formatMs(ms: number, language: Language): string {
  if (Math.abs(ms) >= 1000) return `${seconds[language].format(ms / 1000)} s`;
  return `${millis[language].format(ms)} ms`;
}

const LOCALE: Record<Language, string> = { en: "en-GB", vi: "vi-VN" };
const millis = inBoth({ maximumFractionDigits: 1 });
const seconds = inBoth({ maximumFractionDigits: 2 });

function inBoth(options: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return {
    en: new Intl.NumberFormat(LOCALE.en, options),
    vi: new Intl.NumberFormat(LOCALE.vi, options),
  };
}

function namedFinding({ found }: LabWords, finding: string): string {
  const names: Readonly<Record<string, string | undefined>> = found.named;
  return names[finding] ?? finding;
}

function pairFor({ found }: LabWords, name: string): [string, string] {
  if (name === "release") return [found.released, found.notReleased];
  if (name === "renew") return [found.renewed, found.lost];
  if (name === "write") return [found.wrote, found.wroteNothing];
  return [found.got, found.notGot];
}
