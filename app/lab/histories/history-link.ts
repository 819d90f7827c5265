/** A history in a link: the part after `#`, which no server sees. Only a few operations fit. */
import type { History } from "#histories/history";

const PLACE = "/lab/histories";
/** Longer ones are cut by chat programs and mail. */
const LONGEST = 6_000;

/** Null if the history is too long for a link. */
export function historyLink(history: History): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(history));
  const text = btoa(String.fromCharCode(...bytes.slice(0, LONGEST)));
  if (bytes.length >= LONGEST) return null;
  return `${PLACE}#${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

export function raceHistoryLink(raceId: string): string {
  return `${PLACE}?race=${encodeURIComponent(raceId)}`;
}

/** The JSON in a link's `#…`; null if there is none that can be read. */
export function readHistoryLink(hash: string): string | null {
  if (hash.length < 2) return null;
  try {
    const text = atob(hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
