/** What happens to three servers that agree by majority, and between them and the holder. */
import type { FaultId } from "#contract/lab-faults";
import type { ServerProcess } from "../../ensembles/server-process";
import type { RaceControls } from "../race-controls";
import { type FaultScenario, SHORT_TTL_MS } from "./fault-scenario";

/** Held before its last look at the lock: a session may expire in an election, and a careful client sees it. */
const WITHOUT_LEADER = {
  lanes: { 0: { holdBefore: "think" } },
  firstAlone: true,
  // ZooKeeper takes four seconds to give up a leader that is silent, and its clients one more to find another server.
  lock: { waitMs: 20_000 },
};

export const ENSEMBLE_FAULTS = {
  "leader-killed": {
    ...WITHOUT_LEADER,
    run: (race, lanes) =>
      withoutLeader(race, lanes, async (leader) => {
        await leader.kill();
        race.reportIncident(null, { en: "SIGKILL to the leader", vi: "SIGKILL máy dẫn đầu" });
      }),
  },

  "leader-frozen": {
    ...WITHOUT_LEADER,
    run: (race, lanes) =>
      withoutLeader(race, lanes, async (leader) => {
        leader.freeze();
        race.reportIncident(null, { en: "SIGSTOP to the leader", vi: "SIGSTOP máy dẫn đầu" });
      }),
  },

  "minority-cut": {
    ...WITHOUT_LEADER,
    run: (race, lanes) =>
      withoutLeader(race, lanes, async (leader) => {
        const { nodes, cutOff } = race.ensemble();
        await cutOff(nodes.indexOf(leader));
        race.reportIncident(null, {
          en: "The leader is cut off from the other two",
          vi: "Máy dẫn đầu bị cắt khỏi hai máy kia",
        });
      }),
  },

  "majority-lost": {
    lock: { waitMs: 3_000 },
    async run(race, lanes) {
      for (const node of race.ensemble().nodes.slice(0, 2)) node.freeze();
      race.reportIncident(null, { en: "SIGSTOP to 2 of 3 servers", vi: "SIGSTOP 2 trong 3 máy" });
      race.startBuyers(lanes);
      await race.untilAnswered(lanes);
    },
  },

  "session-expired": {
    lanes: { 0: { holdBefore: "think" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    async run(race, [holder = 0, ...others]) {
      race.startBuyers([holder]);
      const process = await race.untilHeld(holder);
      for (const link of race.holderLinks) link.cut();
      race.reportIncident(process, {
        en: "Its cable to the servers is cut",
        vi: "Dây nối tới các máy chủ bị cắt",
      });
      await race.untilLockGone(4 * race.lockTtlMs);
      race.startBuyers(others);
      await race.untilOneSoldOrBlocked(others);
      race.letContinue(holder);
      race.reportIncident(process, { en: "Now it goes on", vi: "Giờ nó làm tiếp" });
      await race.untilAnswered([holder, ...others]);
    },
  },
} satisfies Partial<Record<FaultId, FaultScenario>>;

/** The first buyer has the lock, the leader goes, another is elected, and everyone goes on. */
async function withoutLeader(
  race: RaceControls,
  [holder = 0, ...others]: number[],
  takeAway: (leader: ServerProcess) => Promise<void>,
): Promise<void> {
  race.startBuyers([holder]);
  await race.untilHeld(holder);
  const { leader } = await race.untilLed();
  await takeAway(leader);
  await race.untilLed(leader);
  race.reportIncident(null, { en: "Another leads", vi: "Máy khác dẫn đầu" });
  race.startBuyers(others);
  race.letContinue(holder);
  await race.untilAnswered([holder, ...others]);
}
