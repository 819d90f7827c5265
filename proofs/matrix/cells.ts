/** The cells of the matrix: every strategy without a fault and under every fault that applies to it. */
import type { RaceRequest } from "#contract/lab";
import { FAULT_IDS, type FaultId, NEEDS_THREE } from "#contract/lab-faults";
import { STRATEGIES, type StrategyCard, type Verdict } from "#contract/lab-strategies";

/** Enough to contend, few enough that waiting with backoff ends soon. */
const CROWD = { buyers: 6, instances: 3, poolSize: 4, thinkMs: 20 };
/** For the race that must be lost: all have looked long before the first has thought, and connections are short. */
const RUSH = { buyers: 24, instances: 3, poolSize: 4, thinkMs: 400 };

export interface Cell {
  card: StrategyCard;
  fault: FaultId | null;
  expected: Verdict;
}

/** `only`: ids of strategies, of faults, or of both. */
export function cellsOf(only: string[] = []): Cell[] {
  const strategies = only.filter((id) => STRATEGIES.some((card) => card.id === id));
  const faults = only.filter((id) => FAULT_IDS.some((fault) => fault === id) || id === "none");
  const unknown = only.filter((id) => !strategies.includes(id) && !faults.includes(id));
  if (unknown.length > 0) throw new Error(`There is no strategy and no fault ${unknown.join(", ")}.`);
  return STRATEGIES.flatMap((card) => [
    { card, fault: null, expected: card.expected },
    ...FAULT_IDS.flatMap((fault) => {
      const expected = card.faults[fault];
      return expected ? [{ card, fault, expected }] : [];
    }),
  ]).filter(
    ({ card, fault }) =>
      (strategies.length === 0 || strategies.includes(card.id)) &&
      (faults.length === 0 || faults.includes(fault ?? "none")),
  );
}

export function crowdOf({ fault, expected }: Cell) {
  return expected === "sold-many" && !fault ? RUSH : CROWD;
}

/** The fewest with whom it can happen, for the shortest counterexample. */
export function fewestOf(cell: Cell) {
  const fewest = cell.fault && NEEDS_THREE.includes(cell.fault) ? 3 : 2;
  return { ...crowdOf(cell), buyers: fewest };
}

export function requestOf(
  { card, fault }: Cell,
  crowd: ReturnType<typeof crowdOf>,
  seed: number,
): RaceRequest {
  return { strategy: card.id, ...crowd, seed, ...(fault && { fault }) };
}
