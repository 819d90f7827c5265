/** What happens to Redis: a primary and its replica, five nodes that vote, or none left. */
import type { FaultId } from "#contract/lab-faults";
import type { Localized } from "#contract/language";
import { type FailoverPair, untilFollowed } from "../../redis/redis-fleet";
import type { RaceControls } from "../race-controls";
import { type FaultScenario, SHORT_TTL_MS } from "./fault-scenario";

export const REDIS_FAULTS = {
  failover: {
    lanes: { 0: { holdBefore: "write" } },
    firstAlone: true,
    pair: true,
    run: (race, lanes) =>
      failOver(race, lanes, {
        cut: { en: "The link to the replica is cut", vi: "Đường nối tới bản sao bị cắt" },
        promoted: {
          en: "SIGKILL to the primary; the replica takes over",
          vi: "SIGKILL máy chính; bản sao lên thay",
        },
      }),
  },

  "failover-other-replica": {
    lanes: { 0: { holdBefore: "write" } },
    firstAlone: true,
    pair: true,
    run: (race, lanes) =>
      failOver(race, lanes, {
        cut: { en: "One of two replicas is cut off", vi: "Một trong hai bản sao bị cắt đường nối" },
        promoted: {
          en: "SIGKILL to the primary; the replica that was cut off takes over, the other follows it",
          vi: "SIGKILL máy chính; bản sao từng bị cắt lên thay, bản sao kia theo nó",
        },
        async whenPromoted({ replica, witness }) {
          await witness.client.replicaof("127.0.0.1", replica.port);
          await untilFollowed(replica);
        },
      }),
  },

  "redlock-1-frozen": { run: (race, lanes) => freezeNodes(race, lanes, 1) },

  "redlock-2-frozen": { run: (race, lanes) => freezeNodes(race, lanes, 2) },

  "redlock-3-frozen": {
    lock: { waitMs: 1_500 },
    run: (race, lanes) => freezeNodes(race, lanes, 3),
  },

  "paused-in-vote": {
    lanes: { 1: { holdBefore: "write" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    async run(race, [voter = 0, second = 1, ...others]) {
      // The last node alone answers, and so tells that all have been asked.
      const frozen = race.redis.nodes.slice(0, -1);
      for (const node of frozen) node.freeze();
      race.startBuyers([voter]);
      await race.untilLocked(voter);
      race.pauseProcess(0);
      race.reportIncident(0, {
        en: "SIGSTOP: the votes come in while the first sleeps",
        vi: "SIGSTOP: phiếu về trong lúc người thứ nhất ngủ",
      });
      for (const node of frozen) {
        node.thaw();
        // Whatever it was sent while it was frozen came before this, or with it.
        for (const _ of [1, 2]) await node.client.ping();
      }
      await race.untilLockGone(2 * race.lockTtlMs);
      race.startBuyers([second]);
      await race.untilHeld(second);
      race.resumeProcess(0);
      race.reportIncident(0, {
        en: "SIGCONT: it counts its votes",
        vi: "SIGCONT: nó đếm phiếu",
      });
      await race.untilTurnedAway([voter]);
      race.letContinue(second);
      race.startBuyers(others);
      await race.untilAnswered([voter, second, ...others]);
    },
  },

  "redis-gone": {
    async run(race, lanes) {
      for (const node of race.redis.nodes) {
        await race.redis.commandCounter.remember(node);
        await node.kill();
      }
      race.reportIncident(null, { en: "SIGKILL to Redis", vi: "SIGKILL Redis" });
      race.startBuyers(lanes);
      await race.untilAnswered(lanes);
    },
  },
} satisfies Partial<Record<FaultId, FaultScenario>>;

async function freezeNodes(race: RaceControls, lanes: number[], count: number): Promise<void> {
  const frozen = race.redis.nodes.slice(0, count);
  for (const node of frozen) node.freeze();
  race.reportIncident(null, { en: `SIGSTOP to ${count} of 5 nodes`, vi: `SIGSTOP ${count} trong 5 nút` });
  race.startBuyers(lanes);
  await race.untilAnswered(lanes);
}

/** The replica never hears of the first buyer's lock; the primary dies, and the replica is asked from then on. */
async function failOver(
  race: RaceControls,
  [holder = 0, ...others]: number[],
  story: { cut: Localized; promoted: Localized; whenPromoted?: (pair: FailoverPair) => Promise<void> },
): Promise<void> {
  const { pair, commandCounter } = race.redis;
  if (!pair) throw new Error("A failover needs a pair.");
  pair.link.cut();
  race.reportIncident(null, story.cut);
  race.startBuyers([holder]);
  await race.untilHeld(holder);
  await commandCounter.remember(pair.primary);
  await pair.primary.kill();
  await pair.replica.client.replicaof("NO", "ONE");
  await story.whenPromoted?.(pair);
  pair.front.redirectTo(pair.replica.port);
  race.reportIncident(null, story.promoted);
  await race.untilReconnected();
  race.startBuyers(others);
  await race.untilOneSoldOrBlocked(others);
  race.letContinue(holder);
  await race.untilAnswered([holder, ...others]);
}
