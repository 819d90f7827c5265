/** The matrix: what it runs, what it calls a contradiction, and that what is published can be run again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAULT_IDS } from "#contract/lab-faults";
import { runsOf } from "#contract/lab-matrix";
import { STRATEGIES, type StrategyId, strategyCard } from "#contract/lab-strategies";
import { openLab, type TestLab, verdictBySql } from "#testing/lab";
import { type Cell, cellsOf, requestOf } from "./cells";
import { readMatrix } from "./findings";
import { contradictionsOf, runCell } from "./run-cell";

/** A race waits for its processes, and they for the machine. */
const RACE_WITHIN_MS = 120_000;

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test("L45 every strategy is run without a fault and under every fault of its card, and under no other", () => {
  const cells = cellsOf();
  for (const { id, faults } of STRATEGIES) {
    const run = cells.filter(({ card }) => card.id === id).map(({ fault }) => fault);
    expect(run).toEqual([null, ...FAULT_IDS.filter((fault) => faults[fault])]);
  }
  expect(cellsOf(["row-lock", "naive", "spam-click"]).map(({ card, fault }) => [card.id, fault])).toEqual([
    ["naive", "spam-click"],
    ["row-lock", "spam-click"],
  ]);
  expect(() => cellsOf(["no-such-lock"])).toThrow("no-such-lock");
});

test("L45 a run that is not as its card says is a contradiction", async () => {
  const honest = cellOf("redis-lock-article", "holder-killed-no-ttl");
  const run = await runCell(lab, honest, 7);
  expect(run).toMatchObject({ verdict: "sold-none", seed: 7, recoveryMs: null });
  expect(contradictionsOf(honest, [run])).toEqual([]);
  const lying: Cell = { ...honest, expected: "sold-once" };
  expect(contradictionsOf(lying, [run, run])).toEqual(
    Array(2).fill("redis-lock-article, holder-killed-no-ttl, seed 7: sold-none, and its card says sold-once"),
  );
});

test(
  "L45 the time to the next sale is measured from the fault",
  async () => {
    const { verdict, recoveryMs } = await runCell(lab, cellOf("redis-lock", "holder-killed"), 1);
    expect(verdict).toBe("sold-once");
    expect(recoveryMs).toBeGreaterThan(0);
  },
  RACE_WITHIN_MS,
);

const published = readMatrix();

test("L46 no published cell contradicts its card, and every unsafe one has a counterexample", () => {
  for (const cell of published) {
    const card = strategyCard(cell.strategy);
    const expected = cell.fault ? card.faults[cell.fault] : card.expected;
    const name = `${cell.strategy}, ${cell.fault}`;
    expect(cell.verdicts[expected ?? "sold-none"], name).toBe(runsOf(cell));
    expect(cell.counterexample !== null, name).toBe(expected === "sold-many");
    expect(cell.commits.length, name).toBeGreaterThan(0);
  }
});

const paused = published.filter(({ fault, counterexample }) => fault === "holder-paused" && counterexample);

test.each(paused.slice(0, 2))(
  "L46 the counterexample of $strategy, replayed, sells the seat twice",
  async ({ strategy, fault, counterexample }) => {
    if (!counterexample) throw new Error("chosen because it has one");
    const { seed, ...crowd } = counterexample;
    const { raceId } = await lab.race(requestOf(cellOf(strategy, fault ?? "none"), crowd, seed));
    expect(await verdictBySql(lab.db, raceId)).toBe("sold-many");
  },
  RACE_WITHIN_MS,
);

function cellOf(strategy: StrategyId, fault: string): Cell {
  const [cell] = cellsOf([strategy, fault]);
  if (!cell) throw new Error(`${strategy} does not know ${fault}`);
  return cell;
}
