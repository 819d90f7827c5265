/** Every schedule of the strategies that are quick to search, by the real code on real servers. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shortestBreak } from "#contract/lab-shortest-break";
import { type StrategyId, strategyCard } from "#contract/lab-strategies";
import { startGame } from "#server/lab/games/game";
import { movesOf } from "#server/lab/games/game-registry";
import { openLab, STRATEGIES_EVERYWHERE, type TestLab, verdictBySql } from "#testing/lab";
import { explore } from "./explore";
import { readFindings, UNBROKEN, unbrokenSchedules } from "./findings";
import { realBoards } from "./real-board";

const GAME_TTL_MS = 400;
const SEARCH_WITHIN_MS = 120_000;

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test(
  "L43 naive is broken in 4 of its 6 orders, the shortest has four moves, and searching again finds the same",
  async () => {
    const found = await search("naive", 0);
    expect(found).toMatchObject({ schedules: 6, soldTwice: 4, soldToNobody: 0, shortest: "ABAB" });
    expect(await search("naive", 0)).toEqual(found);
  },
  SEARCH_WITHIN_MS,
);

test.each([
  ["conditional-update", 2],
  ["row-lock", 2],
  ["advisory-lock", 2],
  ["last-seat", 0],
] as const)(
  "L20 no schedule of %s sells the seat twice",
  async (strategy, interruptions) => {
    const found = await search(strategy, interruptions);
    expect(found.schedules).toBeGreaterThan(1);
    expect(found).toMatchObject({ soldTwice: 0, soldToNobody: 0, shortest: null });
  },
  SEARCH_WITHIN_MS,
);

const published = readFindings();
const broken = STRATEGIES_EVERYWHERE.flatMap(({ id }) => {
  const found = shortestBreak(published, id);
  return found ? [{ id, shortest: found.shortest }] : [];
});

test.each(broken)(
  "L44 the shortest break of $id, played in the game, sells the seat twice",
  async ({ id, shortest }) => {
    const settings = { gameId: `shortest-${id}`, strategy: id, lockTtlMs: GAME_TTL_MS };
    const game = await startGame({ ...lab.deps, onChange: () => {} }, settings);
    for (const move of movesOf(shortest)) await game.move(move);
    expect(await game.state()).toMatchObject({ status: "won", moves: shortest });
    expect(await verdictBySql(lab.db, settings.gameId)).toBe("sold-many");
    await game.end();
  },
);

test("L44 what is published agrees with the cards", () => {
  for (const { strategy, buyers, interruptions, soldTwice, shortest, complete } of published) {
    const { breakable, winningMoves } = strategyCard(strategy).game;
    if (soldTwice > 0) expect(breakable, strategy).toBe(true);
    // What the machine found is no better than par.
    if (shortest) expect(winningMoves?.length, strategy).toBeLessThanOrEqual(shortest.length);
    if (buyers !== 2 || interruptions < 2 || !complete) continue;
    expect(soldTwice > 0, strategy).toBe(breakable);
    // Par is the best there is.
    expect(winningMoves?.length, `${strategy}: ${shortest}`).toBe(shortest?.length);
  }
});

test("L20 says how many schedules were played", () => {
  const [said] = UNBROKEN.exec(readFileSync("docs/spec-lab.md", "utf8")) ?? [];
  expect(said).toBe(`0 of ${unbrokenSchedules(published)} schedules`);
});

async function search(strategy: StrategyId, interruptions: number) {
  const { playedAgain: _, ...found } = await explore({
    interruptions,
    open: realBoards(lab.deps, { strategy, buyers: ["A", "B"], interruptions }),
  });
  return found;
}
