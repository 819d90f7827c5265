/**
 * The hold this buyer has last had, kept in the browser: whichever page is opened next can say what became of it. The
 * server knows; this only remembers what to ask about.
 */
import type { Localized } from "#contract/language";
import { ObservableValue } from "../observable-value";
import { readStored, writeStored } from "../preferences/browser-storage";

export interface UnfinishedHold {
  holdId: string;
  showId: string;
  title: Localized;
  seats: readonly string[];
  /** Epoch milliseconds on the server's clock. */
  expiresAt: number;
  /** Pay was pressed, and this buyer has not been told how it ended. */
  paying: boolean;
}

const KEY = "unfinished-hold";

export const unfinishedHold = new ObservableValue<UnfinishedHold | undefined>(undefined);
/** The hold this page shows, and the one it is paying for: it speaks for them itself. */
export const shownHere = new ObservableValue<string | undefined>(undefined);
export const payingHere = new ObservableValue<string | undefined>(undefined);

export function rememberHold(hold: UnfinishedHold): void {
  writeStored("localStorage", KEY, hold);
  unfinishedHold.set(hold);
}

export function markPaying(holdId: string, paying: boolean): void {
  const hold = unfinishedHold.get();
  if (hold?.holdId === holdId) rememberHold({ ...hold, paying });
}

export function forgetHold(holdId: string): void {
  if (unfinishedHold.get()?.holdId !== holdId) return;
  writeStored("localStorage", KEY, null);
  unfinishedHold.set(undefined);
}

/** Reads what was remembered, and follows what the buyer's other tabs remember. */
export function followStoredHold(): () => void {
  const read = () => {
    const stored = readStored("localStorage", KEY);
    unfinishedHold.set(isUnfinishedHold(stored) ? stored : undefined);
  };
  const onStorage = ({ key }: StorageEvent) => key === KEY && read();
  read();
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

function isUnfinishedHold(value: unknown): value is UnfinishedHold {
  return (
    typeof value === "object" &&
    value !== null &&
    "holdId" in value &&
    typeof value.holdId === "string" &&
    "showId" in value &&
    typeof value.showId === "string" &&
    "title" in value &&
    typeof value.title === "object" &&
    "seats" in value &&
    Array.isArray(value.seats) &&
    "expiresAt" in value &&
    typeof value.expiresAt === "number" &&
    "paying" in value &&
    typeof value.paying === "boolean"
  );
}
