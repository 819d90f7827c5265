/**
 * A board of the lab's own buyers: the strategy's code in real processes, on a real Postgres and Redis. Locks are as
 * short as the machine allows, because a lapse is waited for; when the moves between two waits take so long that a
 * lock could have lapsed by itself, the run does not count and the next locks live longer, until enough runs have
 * counted: one hiccup of the machine must not make the whole search wait. A lock of etcd's or ZooKeeper's lives as long as its process is awake, and is looked at after every move.
 */
import { type StrategyId, strategyCard } from "#contract/lab-strategies";
import { SHORTEST_SESSION_MS } from "#server/lab/ensembles/ensemble";
import { openControlledBuyers, type SeatLock } from "#server/lab/games/controlled-buyers";
import type { RaceDeps } from "#server/lab/races/run-race";
import { type Board, Overtaken } from "./explore";
import type { Standing } from "./next-moves";

const FIRST_TTL_MS = 160;
/** Where nothing lapses: no lock ends by itself. */
const LONG_TTL_MS = 60_000;
/** After so many runs in a row that counted, the next locks live half as long again. */
const TRY_SHORTER_AFTER = 20;
/** Less than a session of the lab waits for a lock, and less than a transaction may stand idle (see db/client.ts). */
const MOST_BLOCKED_MS = 1_500;
const MOST_IDLE_MS = 4_000;
/** What has not come back by then, and is not blocked in Postgres, waits for something else. */
const AT_REST_AFTER_MS = 250;
/** Where a step is several answers of three servers. */
const ENSEMBLE_AT_REST_AFTER_MS = 1_000;
const SEAT = "A1";

let games = 0;

export function realBoards(
  deps: RaceDeps,
  {
    strategy,
    buyers,
    interruptions,
  }: { strategy: StrategyId; buyers: readonly string[]; interruptions: number },
): () => Promise<Board> {
  const { server } = strategyCard(strategy);
  const shortest = server ? SHORTEST_SESSION_MS : FIRST_TTL_MS;
  let ttlMs = interruptions > 0 ? shortest : LONG_TTL_MS;
  let counted = 0;

  return async function openBoard(): Promise<Board> {
    games += 1;
    const lockTtlMs = ttlMs;
    const controlled = await openControlledBuyers(deps, {
      raceId: `s${process.pid}-${games}`,
      strategy,
      seat: SEAT,
      lockTtlMs,
      buyers,
      keepConnections: true,
      atRestAfterMs: server ? ENSEMBLE_AT_REST_AFTER_MS : AT_REST_AFTER_MS,
    });
    let overtaken = false;
    let limitMs = MOST_IDLE_MS;
    let since = performance.now();
    let blockedSince = Number.POSITIVE_INFINITY;
    let { locks, standing } = await look();
    return {
      standing,
      async play(move) {
        const before = locks;
        await controlled.play(move);
        if (move === ".") since = performance.now();
        const seen = await look();
        const now = performance.now();
        const gone = before.filter((lock) => !isAmong(seen.locks, lock));
        if (server) {
          // Only a step of its owner gives a lock back: who is frozen or woken does not.
          if (move !== "." && gone.some(({ ownerBuyer }) => ownerBuyer !== move))
            throw new Overtaken(`a lock was gone after ${move}, and not by that move`);
        } else {
          if (seen.locks.length > 0) limitMs = Math.min(lockTtlMs / 2, MOST_IDLE_MS);
          if (now - since > limitMs || now - blockedSince > MOST_BLOCKED_MS) {
            overtaken = true;
            counted = 0;
            if (lockTtlMs === ttlMs && limitMs < MOST_IDLE_MS) ttlMs *= 2;
            throw new Overtaken(`the moves up to ${move} took too long`);
          }
        }
        // Who waits for a message of Redis' may wait as long as it takes.
        const blocked = controlled.buyers.some((buyer) => buyer.isBlocked());
        blockedSince = blocked ? Math.min(blockedSince, now) : Number.POSITIVE_INFINITY;
        ({ locks, standing } = seen);
        return { standing, sales: seen.sales, lapsed: gone.length > 0 };
      },
      async close() {
        if (!overtaken && lockTtlMs === ttlMs) counted += 1;
        if (counted >= TRY_SHORTER_AFTER && ttlMs > shortest && ttlMs < LONG_TTL_MS) {
          ttlMs /= 2;
          counted = 0;
        }
        await controlled.close();
      },
    };

    async function look(): Promise<{ locks: SeatLock<string>[]; sales: number; standing: Standing }> {
      const [all, { length: sales }] = await Promise.all([controlled.locks(), controlled.sales()]);
      // What is left under nobody's name once the seat is sold is a guard's note of the sale, and no lock.
      const locks = all.filter(
        ({ ttlMs, ownerBuyer }) =>
          // ZooKeeper does not tell when a session would end.
          (ttlMs === null ? server === "zookeeper" && interruptions > 0 : ttlMs <= lockTtlMs) &&
          (ownerBuyer === null ? sales === 0 : !isFinished(ownerBuyer)),
      );
      const buyers = controlled.buyers.map((buyer) => {
        const { phase, step, steps } = buyer.position(controlled.buyers);
        const last = steps.findLast(({ name }) => name === step);
        return { name: buyer.name, phase, retries: last?.found === false };
      });
      return { locks, sales, standing: { buyers, lockHeld: locks.length > 0 } };
    }

    function isFinished(name: string): boolean {
      return controlled.buyers.some((buyer) => buyer.name === name && buyer.isFinished());
    }
  };
}

function isAmong(locks: SeatLock<string>[], { node, key, owner }: SeatLock<string>): boolean {
  return locks.some((lock) => lock.node === node && lock.key === key && lock.owner === owner);
}
