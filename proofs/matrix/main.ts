/**
 * `npm run matrix`: every strategy under every fault, twenty times each, on services of its own; the verdict of each
 * run is the ledger's. What was found is kept cell by cell and published (docs/matrix.md, the page /lab/matrix), so
 * that it can be filled a few minutes at a time: `-- --minutes 5` stops in time, and the next run goes on from there.
 * `--only redis-lock,failover` chooses strategies, faults or both, `--again` forgets what was found of them before,
 * and `--check` keeps nothing. A cell that contradicts its strategy's card fails the run.
 */
import { parseArgs } from "node:util";
import { runsOf } from "#contract/lab-matrix";
import { openLab, type TestLab } from "#testing/lab";
import setUp from "#testing/set-up";
import { readCircumstances } from "../circumstances";
import { type Cell, cellsOf } from "./cells";
import { forget, keepRuns, knownRuns } from "./findings";
import { type CellRun, contradictionsOf, findCounterexample, runCell } from "./run-cell";

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    only: { type: "string" },
    minutes: { type: "string", default: "600" },
    again: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    // Side by side, each with processes and servers of its own: most of a run is waiting.
    labs: { type: "string", default: "2" },
  },
});
const wantedRuns = Number(options.runs);
const stopAt = performance.now() + Number(options.minutes) * 60_000;
const cells = cellsOf(options.only?.split(","));
const contradictions: string[] = [];
let done = 0;

if (options.again) forget(cells);
const waiting = cells.filter((cell) => runsLeft(cell) > 0);
const tearDown = await setUp();
try {
  await Promise.all(Array.from({ length: Number(options.labs) }, fillCells));
} finally {
  await tearDown();
}
const left = waiting.length > 0 ? `, ${waiting.length} left for another time` : "";
console.log(`\n${done} cells run${left}, ${contradictions.length} contradict their card`);
for (const contradiction of contradictions) console.error(`FAILED ${contradiction}`);
if (contradictions.length > 0) process.exitCode = 1;

async function fillCells(): Promise<void> {
  const lab = await openLab();
  try {
    for (let cell = nextCell(); cell; cell = nextCell()) {
      await fillCell(lab, cell).catch(nameMissingServer);
    }
  } finally {
    await lab.close();
  }
}

async function fillCell(lab: TestLab, cell: Cell): Promise<void> {
  const place = await readCircumstances(lab.deps, "races", cell.card.id);
  const runs = await runMany(lab, cell);
  const counterexample = cell.expected === "sold-many" ? await counterexampleOf(lab, cell) : null;
  if (!options.check) keepRuns(cell, runs, counterexample, place);
  done += 1;
}

/** A strategy whose server is not on this machine is named, and is no failure. */
function nameMissingServer(error: unknown): undefined {
  if (!(error instanceof Error) || !error.message.includes("is not installed")) throw error;
  console.log(`not run: ${error.message}`);
}

function nextCell(): Cell | undefined {
  return performance.now() < stopAt ? waiting.shift() : undefined;
}

async function runMany(lab: TestLab, cell: Cell): Promise<CellRun[]> {
  const name = `${cell.card.id}, ${cell.fault ?? "no fault"}`;
  const first = 1 + wantedRuns - runsLeft(cell);
  const runs: CellRun[] = [];
  for (let seed = first; seed <= wantedRuns; seed += 1) {
    runs.push(await runCell(lab, cell, seed));
  }
  const others = contradictionsOf(cell, runs);
  contradictions.push(...others);
  console.log(`${name}: ${cell.expected} in ${runs.length - others.length} of ${runs.length}`);
  return runs;
}

async function counterexampleOf(lab: TestLab, cell: Cell) {
  return knownRuns(cell)?.counterexample ?? (options.check ? null : findCounterexample(lab, cell, 1));
}

function runsLeft(cell: Cell): number {
  const known = options.check ? undefined : knownRuns(cell);
  return Math.max(0, wantedRuns - (known ? runsOf(known) : 0));
}
