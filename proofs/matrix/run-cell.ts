/** One cell, run again and again: each run is a race of the lab, and its verdict is read from the ledger. */
import type { Counterexample } from "#contract/lab-matrix";
import type { Verdict } from "#contract/lab-strategies";
import { type FinishedRace, type TestLab, verdictBySql } from "#testing/lab";
import { type Cell, crowdOf, fewestOf, requestOf } from "./cells";

export interface CellRun {
  verdict: Verdict;
  seed: number;
  /** From the fault to the next sale; null if there was no fault to recover from, or no sale after it. */
  recoveryMs: number | null;
}

export async function runCell(lab: TestLab, cell: Cell, seed: number): Promise<CellRun> {
  const race = await lab.race(requestOf(cell, crowdOf(cell), seed));
  return { verdict: await verdictBySql(lab.db, race.raceId), seed, recoveryMs: recoveryOf(race) };
}

/** What its card did not say. */
export function contradictionsOf({ card, fault, expected }: Cell, runs: readonly CellRun[]): string[] {
  return runs
    .filter(({ verdict }) => verdict !== expected)
    .map(
      ({ verdict, seed }) =>
        `${card.id}, ${fault ?? "no fault"}, seed ${seed}: ${verdict}, and its card says ${expected}`,
    );
}

/** Tries with the fewest buyers first; null if even the whole crowd was sold the seat once. */
export async function findCounterexample(
  lab: TestLab,
  cell: Cell,
  seed: number,
): Promise<Counterexample | null> {
  for (const crowd of [fewestOf(cell), { ...crowdOf(cell), buyers: 4 }, crowdOf(cell)]) {
    const { raceId } = await lab.race(requestOf(cell, crowd, seed));
    if ((await verdictBySql(lab.db, raceId)) === "sold-many") return { ...crowd, seed };
  }
  return null;
}

function recoveryOf({ incidents: [fault], result: { owners } }: FinishedRace): number | null {
  if (!fault) return null;
  const next = owners.find(({ soldAtMs }) => soldAtMs > fault.atMs);
  return next ? Math.round(next.soldAtMs - fault.atMs) : null;
}
