/** What happens to the process that holds the lock. */
import type { FaultId } from "#contract/lab-faults";
import type { Localized } from "#contract/language";
import type { RaceControls } from "../race-controls";
import { type FaultScenario, SHORT_TTL_MS } from "./fault-scenario";

export const HOLDER_FAULTS = {
  "holder-killed": {
    lanes: { 0: { holdBefore: "write" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    run: killHolder,
  },

  "holder-killed-no-ttl": {
    lanes: { 0: { holdBefore: "write" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    lock: { ttlMs: null },
    run: killHolder,
  },

  "holder-paused": {
    lanes: { 0: { holdBefore: "write" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    async run(race, [holder = 0, ...others]) {
      race.startBuyers([holder]);
      const process = await race.untilHeld(holder);
      race.pauseProcess(process);
      race.reportIncident(process, {
        en: "SIGSTOP: the holder is paused",
        vi: "SIGSTOP: tiến trình giữ khoá bị ngừng",
      });
      await race.untilLockGone(2 * race.lockTtlMs);
      race.startBuyers(others);
      await race.untilOneSoldOrBlocked(others);
      race.letContinue(holder);
      race.resumeProcess(process);
      race.reportIncident(process, {
        en: "SIGCONT: it wakes up and goes on",
        vi: "SIGCONT: nó tỉnh dậy và làm tiếp",
      });
      await race.untilAnswered([holder, ...others]);
    },
  },

  "slow-work": {
    lanes: { 0: { holdBefore: "think" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    async run(race, [slow = 0, ...others]) {
      race.startBuyers([slow]);
      const process = await race.untilHeld(slow);
      race.reportIncident(process, { en: "The first buyer is slow", vi: "Người đầu tiên làm chậm" });
      const lapsed = await race.untilLockGone(2.5 * race.lockTtlMs);
      race.startBuyers(others);
      if (lapsed) await race.untilOneSoldOrBlocked(others);
      race.letContinue(slow);
      race.reportIncident(process, { en: "Now it goes on", vi: "Giờ nó làm tiếp" });
      await race.untilAnswered([slow, ...others]);
    },
  },

  "foreign-release": {
    lanes: { 0: { holdBefore: "think", declined: true }, 1: { holdBefore: "write" } },
    firstAlone: true,
    lockTtlMs: 2 * SHORT_TTL_MS,
    run: (race, lanes) =>
      releaseLate(race, lanes, {
        stopped: {
          en: "SIGSTOP: the first outlives its lock",
          vi: "SIGSTOP: người thứ nhất sống lâu hơn khoá",
        },
        released: {
          en: "Declined: it has released “its” lock",
          vi: "Bị từ chối: nó đã nhả khoá “của mình”",
        },
      }),
  },

  "paused-in-release": {
    lanes: { 0: { holdBefore: "release", declined: true }, 1: { holdBefore: "write" } },
    firstAlone: true,
    lockTtlMs: 2 * SHORT_TTL_MS,
    run: (race, lanes) =>
      releaseLate(race, lanes, {
        stopped: {
          en: "SIGSTOP: the first is about to release its lock",
          vi: "SIGSTOP: người thứ nhất sắp nhả khoá",
        },
        released: { en: "SIGCONT: now it releases", vi: "SIGCONT: giờ nó mới nhả" },
      }),
  },
} satisfies Partial<Record<FaultId, FaultScenario>>;

/** The holder dies; everyone but the last comes at once, the last when the lock should have lapsed. */
async function killHolder(race: RaceControls, [holder = 0, ...others]: number[]): Promise<void> {
  race.startBuyers([holder]);
  const process = await race.untilHeld(holder);
  await race.killProcess(process);
  race.reportIncident(process, {
    en: "SIGKILL: the holder is dead",
    vi: "SIGKILL: tiến trình giữ khoá đã chết",
  });
  const crowd = others.slice(0, -1);
  const latecomer = others.slice(-1);
  race.startBuyers(crowd);
  await race.untilAnswered(crowd);
  await race.untilLockGone(2 * race.lockTtlMs);
  race.reportIncident(null, { en: "The last buyer comes", vi: "Người mua cuối cùng đến" });
  race.startBuyers(latecomer);
  await race.untilAnswered(latecomer);
}

/** The first is stopped until its lock has lapsed and the second has it, and releases the lock only then. */
async function releaseLate(
  race: RaceControls,
  [first = 0, second = 1, ...others]: number[],
  { stopped, released }: { stopped: Localized; released: Localized },
): Promise<void> {
  race.startBuyers([first]);
  const process = await race.untilHeld(first);
  race.pauseProcess(process);
  race.reportIncident(process, stopped);
  await race.untilLockGone(2 * race.lockTtlMs);
  race.startBuyers([second]);
  await race.untilHeld(second);
  race.letContinue(first);
  race.resumeProcess(process);
  await race.untilAnswered([first]);
  race.reportIncident(process, released);
  race.startBuyers(others);
  await race.untilTurnedAway(others);
  race.letContinue(second);
  await race.untilAnswered([second, ...others]);
}
