/**
 * One scenario per fault. Each is a script to be read from top to bottom: who comes when, what is done to
 * whom, and what is waited for. A holder is held at its mark first, so that the fault meets it exactly there,
 * every time; then the signal is sent, and it is a real one.
 */
import type { FaultId } from "#contract/lab-faults";
import type { LockSettings } from "#server/strategies/strategy";
import type { AttemptSetup } from "./messages";
import type { Stage } from "./stage";

const CLICKS = 5;
const HOUR_MS = 3_600_000;

export interface Scenario {
  /** How often each buyer clicks. */
  clicks?: number;
  /** What is special about some lanes. */
  lanes?: Record<number, Partial<Pick<AttemptSetup, "holdBefore" | "declined">>>;
  /** The first buyer gets a process of its own, so that what happens to it happens to nobody else. */
  firstAlone?: boolean;
  /** Locks live this long; without it, so long that none lapses. */
  lockTtlMs?: number;
  lock?: Partial<LockSettings>;
  /** The race is run against a primary with a replica. */
  pair?: boolean;
  run(stage: Stage, lanes: number[]): Promise<void>;
}

const SHORT_TTL_MS = 1_000;

export const burst: Scenario = {
  async run(stage, lanes) {
    stage.fire(lanes);
    await stage.untilAnswered(lanes);
  },
};

export const SCENARIOS: Record<FaultId, Scenario> = {
  "spam-click": { ...burst, clicks: CLICKS },

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
    async run(stage, [holder = 0, ...others]) {
      stage.fire([holder]);
      const process = await stage.untilHeld(holder);
      stage.pause(process);
      stage.happened(process, {
        en: "SIGSTOP: the holder is paused",
        vi: "SIGSTOP: tiến trình giữ khoá bị ngừng",
      });
      await stage.untilLockGone(2 * stage.lockTtlMs);
      stage.fire(others);
      await stage.untilOneSoldOrBlocked(others);
      stage.goOn(holder);
      stage.resume(process);
      stage.happened(process, {
        en: "SIGCONT: it wakes up and goes on",
        vi: "SIGCONT: nó tỉnh dậy và làm tiếp",
      });
      await stage.untilAnswered([holder, ...others]);
    },
  },

  "slow-work": {
    lanes: { 0: { holdBefore: "think" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    async run(stage, [slow = 0, ...others]) {
      stage.fire([slow]);
      const process = await stage.untilHeld(slow);
      stage.happened(process, { en: "The first buyer is slow", vi: "Người đầu tiên làm chậm" });
      const lapsed = await stage.untilLockGone(2.5 * stage.lockTtlMs);
      stage.fire(others);
      if (lapsed) await stage.untilOneSoldOrBlocked(others);
      stage.goOn(slow);
      stage.happened(process, { en: "Now it goes on", vi: "Giờ nó làm tiếp" });
      await stage.untilAnswered([slow, ...others]);
    },
  },

  "foreign-release": {
    lanes: { 0: { holdBefore: "think", declined: true }, 1: { holdBefore: "write" } },
    firstAlone: true,
    lockTtlMs: 2 * SHORT_TTL_MS,
    async run(stage, [first = 0, second = 1, ...others]) {
      stage.fire([first]);
      const process = await stage.untilHeld(first);
      stage.pause(process);
      stage.happened(process, {
        en: "SIGSTOP: the first outlives its lock",
        vi: "SIGSTOP: người thứ nhất sống lâu hơn khoá",
      });
      await stage.untilLockGone(2 * stage.lockTtlMs);
      stage.fire([second]);
      await stage.untilHeld(second);
      stage.goOn(first);
      stage.resume(process);
      await stage.untilAnswered([first]);
      stage.happened(process, {
        en: "Declined: it has released “its” lock",
        vi: "Bị từ chối: nó đã nhả khoá “của mình”",
      });
      stage.fire(others);
      await stage.untilTurnedAway(others);
      stage.goOn(second);
      await stage.untilAnswered([second, ...others]);
    },
  },

  "no-backoff": { ...burst, lock: { firstPauseMs: 0, longestPauseMs: 0 } },

  failover: {
    lanes: { 0: { holdBefore: "write" } },
    firstAlone: true,
    pair: true,
    async run(stage, [holder = 0, ...others]) {
      const { pair, counter } = stage.redis;
      if (!pair) throw new Error("A failover needs a pair.");
      pair.link.cut();
      stage.happened(null, { en: "The link to the replica is cut", vi: "Đường nối tới bản sao bị cắt" });
      stage.fire([holder]);
      await stage.untilHeld(holder);
      await counter.remember(pair.primary);
      await pair.primary.kill();
      await pair.replica.client.replicaof("NO", "ONE");
      pair.front.leadTo(pair.replica.port);
      stage.happened(null, {
        en: "SIGKILL to the primary; the replica takes over",
        vi: "SIGKILL máy chính; bản sao lên thay",
      });
      await stage.untilReconnected();
      stage.fire(others);
      await stage.untilOneSoldOrBlocked(others);
      stage.goOn(holder);
      await stage.untilAnswered([holder, ...others]);
    },
  },

  "redlock-1-frozen": { run: (stage, lanes) => freezeNodes(stage, lanes, 1) },
  "redlock-2-frozen": { run: (stage, lanes) => freezeNodes(stage, lanes, 2) },
  "redlock-3-frozen": {
    lock: { waitMs: 1_500 },
    run: (stage, lanes) => freezeNodes(stage, lanes, 3),
  },

  "redis-gone": {
    async run(stage, lanes) {
      for (const node of stage.redis.nodes) {
        await stage.redis.counter.remember(node);
        await node.kill();
      }
      stage.happened(null, { en: "SIGKILL to Redis", vi: "SIGKILL Redis" });
      stage.fire(lanes);
      await stage.untilAnswered(lanes);
    },
  },

  "clock-jump": {
    lanes: { 0: { holdBefore: "think" } },
    firstAlone: true,
    lockTtlMs: SHORT_TTL_MS,
    async run(stage, [holder = 0, ...others]) {
      stage.fire([holder]);
      const process = await stage.untilHeld(holder);
      stage.turnClock(process, -HOUR_MS);
      stage.happened(process, {
        en: "Its wall clock is set back an hour",
        vi: "Đồng hồ của nó bị lùi một giờ",
      });
      await stage.untilLockGone(2 * stage.lockTtlMs);
      stage.fire(others);
      await stage.untilOneSoldOrBlocked(others);
      stage.goOn(holder);
      await stage.untilAnswered([holder, ...others]);
    },
  },
};

/** The holder dies; everyone but the last comes at once, the last when the lock should have lapsed. */
async function killHolder(stage: Stage, [holder = 0, ...others]: number[]): Promise<void> {
  stage.fire([holder]);
  const process = await stage.untilHeld(holder);
  await stage.kill(process);
  stage.happened(process, { en: "SIGKILL: the holder is dead", vi: "SIGKILL: tiến trình giữ khoá đã chết" });
  const crowd = others.slice(0, -1);
  const latecomer = others.slice(-1);
  stage.fire(crowd);
  await stage.untilAnswered(crowd);
  await stage.untilLockGone(2 * stage.lockTtlMs);
  stage.happened(null, { en: "The last buyer comes", vi: "Người mua cuối cùng đến" });
  stage.fire(latecomer);
  await stage.untilAnswered(latecomer);
}

async function freezeNodes(stage: Stage, lanes: number[], count: number): Promise<void> {
  const frozen = stage.redis.nodes.slice(0, count);
  for (const node of frozen) node.freeze();
  stage.happened(null, { en: `SIGSTOP to ${count} of 5 nodes`, vi: `SIGSTOP ${count} trong 5 nút` });
  stage.fire(lanes);
  await stage.untilAnswered(lanes);
}
