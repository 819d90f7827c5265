/** A step in plain words, for the tip, the announcer and the timeline as text. */
import type { RaceStep } from "#contract/lab";
import type { Language } from "#contract/language";
import { formatMs } from "../../lib/formatting";
import type { TimelineText } from "../../lib/messages/lab-timeline";

export function stepName(text: TimelineText, name: string): string {
  const names: Readonly<Record<string, string | undefined>> = text.steps;
  return names[name] ?? name;
}

export function foundText(text: TimelineText, { name, outcome, found }: RaceStep): string | null {
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

export function whenText(text: TimelineText, language: Language, { startedMs, endedMs }: RaceStep): string {
  const from = formatMs(startedMs, language);
  return endedMs === null ? text.timeline.never(from) : text.timeline.from(from, formatMs(endedMs, language));
}

/** "ask for the lock, 0.4 ms to 1.2 ms, did not get it" */
export function stepText(text: TimelineText, language: Language, step: RaceStep): string {
  const parts = [stepName(text, step.name), whenText(text, language, step), foundText(text, step)];
  return parts.filter(Boolean).join(", ");
}

/** Processes are counted from one in front of people. */
export function processNumber(instance: number): string {
  return String(instance + 1);
}

function namedFinding({ found }: TimelineText, finding: string): string {
  const names: Readonly<Record<string, string | undefined>> = found.named;
  return names[finding] ?? finding;
}

function pairFor({ found }: TimelineText, name: string): [string, string] {
  if (name === "release") return [found.released, found.notReleased];
  if (name === "renew") return [found.renewed, found.lost];
  if (name === "write") return [found.wrote, found.wroteNothing];
  return [found.got, found.notGot];
}
