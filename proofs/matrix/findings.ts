/** What was found, kept from run to run, so that the matrix can be filled a few minutes at a time. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { FAULT_IDS } from "#contract/lab-faults";
import { type MatrixCell, matrixCell, runsOf } from "#contract/lab-matrix";
import type { Circumstances } from "#contract/lab-schedules";
import { STRATEGIES } from "#contract/lab-strategies";
import { writeMarkedSection } from "#scripts/lib/marked-section";
import { projectRoot } from "#scripts/lib/paths";
import type { Cell } from "./cells";
import { matrixAsMarkdown, othersAsMarkdown } from "./markdown";
import type { CellRun } from "./run-cell";

const FILE = join(projectRoot, "app/lab/matrix/matrix.json");
const PAGE = join(projectRoot, "docs/matrix.md");

export function readMatrix(): MatrixCell[] {
  return existsSync(FILE) ? z.array(matrixCell).parse(JSON.parse(readFileSync(FILE, "utf8"))) : [];
}

export function knownRuns(cell: Cell): MatrixCell | undefined {
  return readMatrix().find(({ strategy, fault }) => strategy === cell.card.id && fault === cell.fault);
}

/** Adds the runs to those that were made before. */
export function keepRuns(
  cell: Cell,
  runs: CellRun[],
  counterexample: MatrixCell["counterexample"],
  { commit, date, servers }: Circumstances,
): void {
  const before = knownRuns(cell);
  const count = (verdict: CellRun["verdict"]) =>
    (before?.verdicts[verdict] ?? 0) + runs.filter((run) => run.verdict === verdict).length;
  const kept: MatrixCell = {
    strategy: cell.card.id,
    fault: cell.fault,
    verdicts: {
      "sold-once": count("sold-once"),
      "sold-many": count("sold-many"),
      "sold-none": count("sold-none"),
    },
    recoveriesMs: [
      ...(before?.recoveriesMs ?? []),
      ...runs.flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs])),
    ],
    seed: before?.seed ?? runs[0]?.seed ?? 1,
    counterexample: counterexample ?? before?.counterexample ?? null,
    commits: [...new Set([...(before?.commits ?? []), commit])],
    date,
    servers: { ...before?.servers, ...servers },
  };
  write([
    ...readMatrix().filter((other) => other.strategy !== kept.strategy || other.fault !== kept.fault),
    kept,
  ]);
}

/** For a strategy or a fault that has changed since. */
export function forget(cells: Cell[]): void {
  write(
    readMatrix().filter(
      ({ strategy, fault }) => !cells.some((cell) => cell.card.id === strategy && cell.fault === fault),
    ),
  );
}

function write(matrix: MatrixCell[]): void {
  const order = ({ strategy, fault }: MatrixCell) =>
    STRATEGIES.findIndex(({ id }) => id === strategy) * 100 + (fault ? FAULT_IDS.indexOf(fault) + 1 : 0);
  const cells = matrix.filter((cell) => runsOf(cell) > 0).sort((one, other) => order(one) - order(other));
  writeFileSync(FILE, `${JSON.stringify(cells, null, 1)}\n`);
  writeMarkedSection(PAGE, "matrix", matrixAsMarkdown(cells));
  writeMarkedSection(PAGE, "others", othersAsMarkdown());
}
