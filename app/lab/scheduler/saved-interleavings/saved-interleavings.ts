/** Interleavings the player has saved, and the strategies they have broken: in this browser only. */
import { STRATEGY_IDS, type StrategyId } from "#contract/lab-strategies";
import { ObservableValue } from "../../../lib/observable-value";
import { readStored, writeStored } from "../../../lib/preferences/browser-storage";
import { cleanName, type Interleaving, readMoves } from "../interleaving";

export interface SavedInterleaving extends Interleaving {
  won: boolean;
}

const SAVED_KEY = "lab-interleavings";
const BROKEN_KEY = "lab-broken";
const MAX_SAVED = 50;

export const savedInterleavings = new ObservableValue<readonly SavedInterleaving[]>([]);
export const brokenStrategies = new ObservableValue<readonly StrategyId[]>([]);

/** Call once the page is in the browser: the server knows nothing of them. */
export function loadSaved(): void {
  savedInterleavings.set(
    asList(readStored("localStorage", SAVED_KEY)).flatMap((entry) => parse(entry) ?? []),
  );
  const broken = asList(readStored("localStorage", BROKEN_KEY));
  brokenStrategies.set(STRATEGY_IDS.filter((id) => broken.includes(id)));
}

export function saveInterleaving(interleaving: SavedInterleaving): void {
  store([interleaving, ...allExcept(interleaving)].slice(0, MAX_SAVED));
}

export function deleteInterleaving(interleaving: SavedInterleaving): void {
  store(allExcept(interleaving));
}

export function markBroken(strategy: StrategyId): void {
  if (brokenStrategies.get().includes(strategy)) return;
  brokenStrategies.set([...brokenStrategies.get(), strategy]);
  writeStored("localStorage", BROKEN_KEY, brokenStrategies.get());
}

function allExcept({ strategy, moves }: SavedInterleaving): SavedInterleaving[] {
  return savedInterleavings
    .get()
    .filter((saved) => saved.strategy !== strategy || saved.moves.join("") !== moves.join(""));
}

function store(interleavings: readonly SavedInterleaving[]): void {
  savedInterleavings.set(interleavings);
  const entries = interleavings.map((saved) => ({ ...saved, moves: saved.moves.join("") }));
  writeStored("localStorage", SAVED_KEY, entries);
}

function parse(entry: unknown): SavedInterleaving | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { strategy, moves, name, won }: { [field in keyof SavedInterleaving]?: unknown } = entry;
  const id = STRATEGY_IDS.find((known) => known === strategy);
  if (!id || typeof moves !== "string") return undefined;
  return { strategy: id, moves: readMoves(moves), name: cleanName(String(name ?? "")), won: won === true };
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
