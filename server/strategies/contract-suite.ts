/**
 * One suite for every strategy: what its card promises, it keeps, and what it does not promise, the suite
 * shows breaking. Every cell is run on a real Postgres and Redis in real processes, and judged by SQL.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAULT_IDS, type FaultId } from "#contract/lab-faults";
import { STRATEGIES, type StrategyCard, type StrategyId, type Verdict } from "#contract/lab-strategies";
import { openLab, type TestLab, verdictBySql } from "#testing/lab";

/** Enough to contend, few enough that waiting with backoff ends soon. */
const CROWD = { buyers: 6, instances: 3, poolSize: 4, thinkMs: 20 };
/** For the race that must be lost: all have looked long before the first has thought. */
const RUSH = { buyers: 20, instances: 3, poolSize: 8, thinkMs: 150 };

export function contractSuite(ids: StrategyId[]): void {
  let lab: TestLab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  describe.each(STRATEGIES.filter(({ id }) => ids.includes(id)))("$id", (card) => {
    test(`L1 a burst: ${card.expected}`, () => judge(card));

    test.each(faultsOf(card))("L2 %s: %s", (fault) => judge(card, fault));
  });

  async function judge(card: StrategyCard, fault?: FaultId): Promise<void> {
    const expected = fault ? card.faults[fault] : card.expected;
    const crowd = expected === "sold-many" && !fault ? RUSH : CROWD;
    const { raceId, result } = await lab.race({ strategy: card.id, ...crowd, ...(fault && { fault }) });
    expect(await verdictBySql(lab.db, raceId), JSON.stringify(result)).toBe(expected);

    const { told, requests, success } = result;
    expect(told.sold + told.refused + told.error + told.unanswered).toBe(requests);
    const dead = fault === "holder-killed" || fault === "holder-killed-no-ttl" ? 1 : 0;
    expect(told.unanswered).toBe(dead);
    // L4: the queue answers a buyer whose process is dead by then, and clicks may share one sale.
    if (fault !== "spam-click" && !dead) expect(told.sold).toBe(success);
  }
}

function faultsOf(card: StrategyCard): [FaultId, Verdict][] {
  return FAULT_IDS.flatMap((fault) => {
    const verdict = card.faults[fault];
    return verdict ? [[fault, verdict] satisfies [FaultId, Verdict]] : [];
  });
}
