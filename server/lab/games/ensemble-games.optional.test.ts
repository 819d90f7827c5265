/** The scheduler game with locks that etcd and ZooKeeper keep, and with RabbitMQ's queue. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { STRATEGIES, type StrategyId } from "#contract/lab-strategies";
import { openLab, type TestLab, verdictBySql } from "#testing/lab";
import { describeWith } from "#testing/optional-programs";
import { startGame } from "./game";
import { movesOf } from "./game-registry";

const LOCK_TTL_MS = 2_000;
const WITHIN_MS = 120_000;
/** Frozen after its look, woken when its lock is another's; a fence is one step more. */
const OUTLIVED = { plain: "AAa.BBBaA", fenced: "AAAa.BBBBaA", queued: "AaBa" };

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

describeWith(["etcd"], "etcd", () => {
  breaks("etcd");
  holds("etcd-fenced", OUTLIVED.fenced);
});
describeWith(["zookeeper"], "ZooKeeper", () => {
  breaks("zookeeper");
  holds("zookeeper-fenced", OUTLIVED.fenced);
});
describeWith(["rabbitmq"], "RabbitMQ", () => holds("rabbitmq", OUTLIVED.queued));

function breaks(strategy: StrategyId): void {
  const moves = STRATEGIES.find(({ id }) => id === strategy)?.game.winningMoves ?? "";
  test(
    `L19 ${strategy} is sold twice by its winning moves`,
    async () => {
      expect(await play(strategy, moves)).toMatchObject({ status: "won", moves, verdict: "sold-many" });
    },
    WITHIN_MS,
  );
}

function holds(strategy: StrategyId, moves: string): void {
  test(
    `L20 ${strategy} is sold once by the moves that break a lock without a fence`,
    async () => {
      expect(await play(strategy, `${moves}ABABABAB`)).toMatchObject({
        status: "held",
        verdict: "sold-once",
      });
    },
    WITHIN_MS,
  );
}

async function play(strategy: StrategyId, moves: string) {
  const gameId = `game-${strategy}`;
  const game = await startGame(
    { ...lab.deps, onChange: () => {} },
    { gameId, strategy, lockTtlMs: LOCK_TTL_MS },
  );
  for (const move of movesOf(moves)) await game.move(move);
  const state = await game.state();
  await game.end();
  return { ...state, verdict: await verdictBySql(lab.db, gameId) };
}
