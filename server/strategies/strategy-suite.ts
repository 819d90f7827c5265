/**
 * One suite for every strategy: what its card promises, it keeps, and what it does not promise, the suite
 * shows breaking. Every cell is run on a real Postgres and Redis in real processes, and judged by SQL.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAULTS, type FaultId } from "#contract/lab-faults";
import { STRATEGIES, type StrategyCard, type StrategyId } from "#contract/lab-strategies";
import { openLab, type TestLab, verdictBySql } from "#testing/lab";

/** Enough to contend, few enough that waiting with backoff ends soon. */
const CROWD = { buyers: 6, instances: 3, poolSize: 4, thinkMs: 20 };
/** For the race that must be lost: all have looked long before the first has thought, and connections are short. */
const RUSH = { buyers: 24, instances: 3, poolSize: 4, thinkMs: 400 };

/** The faults that need no program of their own; the others are for suites that are run where it is installed. */
const EVERYWHERE = FAULTS.filter(({ program }) => program === undefined).map(({ id }) => id);

export function strategySuite(ids: StrategyId[]): void {
  judgeCells(ids, [null, ...EVERYWHERE]);
}

/** Null is a burst without a fault. */
export function judgeCells(ids: StrategyId[], faults: (FaultId | null)[]): void {
  let lab: TestLab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  describe.each(STRATEGIES.filter(({ id }) => ids.includes(id)))("$id", (card) => {
    for (const fault of faults) {
      const expected = fault ? card.faults[fault] : card.expected;
      const title = fault ? `L2 ${fault}: ${expected}` : `L1 a burst: ${expected}`;
      if (expected) test(title, () => judge(card, fault));
    }
  });

  async function judge(card: StrategyCard, fault: FaultId | null): Promise<void> {
    const expected = fault ? card.faults[fault] : card.expected;
    const crowd = expected === "sold-many" && !fault ? RUSH : CROWD;
    const { raceId, result } = await lab.race({ strategy: card.id, ...crowd, ...(fault && { fault }) });
    expect(await verdictBySql(lab.db, raceId), JSON.stringify(result)).toBe(expected);

    // H1: what the buyers were told can be explained by some order exactly where the seat was not sold twice.
    const why = JSON.stringify(result.unexplained);
    expect(result.unexplained === null, why).toBe(expected !== "sold-many");
    const { told, requests, success } = result;
    expect(told.sold + told.refused + told.error + told.unanswered).toBe(requests);
    const dead = fault === "holder-killed" || fault === "holder-killed-no-ttl" ? 1 : 0;
    expect(told.unanswered).toBe(dead);
    // L4: the queue answers a buyer whose process is dead by then, and clicks may share one sale.
    if (fault !== "spam-click" && !dead) expect(told.sold).toBe(success);
  }
}
