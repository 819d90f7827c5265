/** Clocks that jump: the one the holder reads, and those of the servers that keep the lock. */
import type { FaultId } from "#contract/lab-faults";
import { type FaultScenario, SHORT_TTL_MS } from "./fault-scenario";

const HOUR_MS = 3_600_000;

export const CLOCK_FAULTS = {
  "clock-jump": {
    lanes: { 0: { holdBefore: "think" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    async run(race, [holder = 0, ...others]) {
      race.startBuyers([holder]);
      const process = await race.untilHeld(holder);
      race.shiftClock(process, -HOUR_MS);
      race.reportIncident(process, {
        en: "Its wall clock is set back an hour",
        vi: "Đồng hồ của nó bị lùi một giờ",
      });
      await race.untilLockGone(2 * race.lockTtlMs);
      race.startBuyers(others);
      await race.untilOneSoldOrBlocked(others);
      race.letContinue(holder);
      await race.untilAnswered([holder, ...others]);
    },
  },

  "server-clock-moved": {
    lanes: { 0: { holdBefore: "write" } },
    firstAlone: true,
    movableClocks: true,
    lock: { waitMs: 3_000 },
    async run(race, [holder = 0, ...others]) {
      // As Kleppmann draws it: of five nodes the first buyer reaches three, and one of those forgets it.
      const { length: nodes } = race.redis.nodes;
      for (const link of race.holderRedisLinks.slice(Math.floor(nodes / 2) + 1)) link.cut();
      race.startBuyers([holder]);
      await race.untilHeld(holder);
      await race.moveServerClock(HOUR_MS);
      race.reportIncident(null, {
        en: "The server's clock is set an hour ahead",
        vi: "Đồng hồ máy chủ bị chỉnh sớm một giờ",
      });
      race.startBuyers(others);
      await race.untilOneSoldOrBlocked(others);
      race.letContinue(holder);
      await race.untilAnswered([holder, ...others]);
    },
  },
} satisfies Partial<Record<FaultId, FaultScenario>>;
