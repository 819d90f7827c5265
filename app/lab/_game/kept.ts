/** Interleavings the visitor has kept, and the strategies they have broken: in this browser only. */
import { STRATEGY_IDS, type StrategyId } from "#contract/lab-strategies";
import { Cell } from "../../lib/live/cell";
import { cleanName, type Interleaving, readMoves } from "./moves";

export interface Kept extends Interleaving {
  won: boolean;
}

const KEPT_KEY = "lab-interleavings";
const BROKEN_KEY = "lab-broken";
const MAX_KEPT = 50;

export const kept = new Cell<readonly Kept[]>([]);
export const broken = new Cell<readonly StrategyId[]>([]);

/** Call once the page is in the browser: the server knows nothing of them. */
export function recallKept(): void {
  kept.set(asList(load(KEPT_KEY)).flatMap((entry) => readKept(entry) ?? []));
  broken.set(STRATEGY_IDS.filter((id) => asList(load(BROKEN_KEY)).includes(id)));
}

export function keep(interleaving: Kept): void {
  const others = kept.get().filter((known) => !isSame(known, interleaving));
  kept.set([interleaving, ...others].slice(0, MAX_KEPT));
  store(
    KEPT_KEY,
    kept.get().map((known) => ({ ...known, moves: known.moves.join("") })),
  );
}

export function forget(interleaving: Kept): void {
  kept.set(kept.get().filter((known) => !isSame(known, interleaving)));
  store(
    KEPT_KEY,
    kept.get().map((known) => ({ ...known, moves: known.moves.join("") })),
  );
}

export function markBroken(strategy: StrategyId): void {
  if (broken.get().includes(strategy)) return;
  broken.set([...broken.get(), strategy]);
  store(BROKEN_KEY, broken.get());
}

function isSame(one: Kept, other: Kept): boolean {
  return one.strategy === other.strategy && one.moves.join("") === other.moves.join("");
}

function readKept(entry: unknown): Kept | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { strategy, moves, name, won }: { [field in keyof Kept]?: unknown } = entry;
  const id = STRATEGY_IDS.find((known) => known === strategy);
  if (!id || typeof moves !== "string") return undefined;
  return { strategy: id, moves: readMoves(moves), name: cleanName(String(name ?? "")), won: won === true };
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Storage may be full, forbidden or filled by someone else: then nothing is remembered. */
function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not kept beyond this page.
  }
}
