/**
 * What `npm run matrix` found, cell by cell: every strategy under every fault, many times. It is written into
 * app/lab/matrix/matrix.json, from which the page and docs/matrix.md are made.
 */
import { z } from "zod";
import { FAULT_IDS, type FaultId } from "./lab-faults";
import { circumstances } from "./lab-schedules";
import { STRATEGY_IDS, type StrategyCard } from "./lab-strategies";
import type { Localized } from "./language";

/** The fewest buyers with whom the seat was sold twice, as the lab is asked for that race again. */
export const counterexample = z.object({
  buyers: z.int(),
  thinkMs: z.int(),
  instances: z.int(),
  poolSize: z.int(),
  seed: z.int(),
});
export type Counterexample = z.infer<typeof counterexample>;

export const matrixCell = z.object({
  strategy: z.enum(STRATEGY_IDS),
  /** Null is a burst without a fault. */
  fault: z.enum(FAULT_IDS).nullable(),
  /** How often each verdict was reached, by the ledger. */
  verdicts: z.object({ "sold-once": z.int(), "sold-many": z.int(), "sold-none": z.int() }),
  /** Of the runs with a sale after the fault: how long after it, each in milliseconds. */
  recoveriesMs: z.array(z.number()),
  /** The first run's; each further run has the next. */
  seed: z.int(),
  counterexample: counterexample.nullable(),
  /** Runs of several commits may stand in one cell. */
  commits: z.array(z.string()),
  ...circumstances.pick({ date: true, servers: true }).shape,
});
export type MatrixCell = z.infer<typeof matrixCell>;

export function runsOf({ verdicts }: MatrixCell): number {
  return Object.values(verdicts).reduce((sum, count) => sum + count, 0);
}

/** The smallest of the values that half of them do not exceed. */
export function medianOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? null;
}

/** Why a fault is not tried on a strategy. */
export function whyNot({ group }: StrategyCard, fault: FaultId): Localized {
  if (group === "exhibit") return ONE_MISTAKE;
  return FAULT_NEEDS[fault] ?? DOES_NOT_APPLY;
}

const ONE_MISTAKE: Localized = {
  en: "An exhibit shows one mistake; the other faults are tried on the strategy it was made from.",
  vi: "Mỗi mẫu trưng bày chỉ cho thấy một sai lầm; các lỗi khác được thử trên cách bán gốc của nó.",
};

/** What a fault needs, said where a strategy does not have it. */
export const FAULT_NEEDS: Partial<Record<FaultId, Localized>> = {
  "holder-killed": {
    en: "Nothing is held between the look and the write that a death could leave behind.",
    vi: "Giữa lúc xem và lúc ghi không giữ gì để tiến trình chết bỏ lại.",
  },
  "holder-killed-no-ttl": {
    en: "Only for a lock that may be taken without a time to live.",
    vi: "Chỉ dành cho khoá có thể lấy mà không đặt TTL.",
  },
  "holder-paused": {
    en: "It is sold twice without any fault; a pause adds nothing.",
    vi: "Không cần lỗi nào ghế cũng đã bị bán hai lần; ngừng thêm chẳng cho thấy gì.",
  },
  "slow-work": {
    en: "No lock of it can lapse while the work goes on.",
    vi: "Không có khoá nào hết hạn được trong lúc đang làm.",
  },
  "foreign-release": {
    en: "Only for a lock in Redis that one buyer could release for another.",
    vi: "Chỉ dành cho khoá trong Redis mà người này có thể nhả thay người kia.",
  },
  "paused-in-release": {
    en: "Only where the release is two commands with a gap between them.",
    vi: "Chỉ dành cho cách nhả khoá bằng hai lệnh, có khe hở ở giữa.",
  },
  "no-backoff": {
    en: "Only for a lock that is asked for again and again.",
    vi: "Chỉ dành cho khoá được hỏi đi hỏi lại.",
  },
  failover: {
    en: "Tried where the sale hangs on a lock on one Redis with a replica.",
    vi: "Chỉ thử ở nơi việc bán dựa vào khoá trên một Redis có bản sao.",
  },
  "failover-other-replica": {
    en: "Only where a lock is believed once replicas have confirmed it (WAIT).",
    vi: "Chỉ dành cho khoá được tin sau khi bản sao xác nhận (WAIT).",
  },
  "redlock-1-frozen": { en: "Only Redlock has five nodes.", vi: "Chỉ Redlock mới có năm nút." },
  "redlock-2-frozen": { en: "Only Redlock has five nodes.", vi: "Chỉ Redlock mới có năm nút." },
  "redlock-3-frozen": { en: "Only Redlock has five nodes.", vi: "Chỉ Redlock mới có năm nút." },
  "paused-in-vote": {
    en: "Only for a lock that is voted for by five nodes.",
    vi: "Chỉ dành cho khoá do năm nút bỏ phiếu.",
  },
  "redis-gone": { en: "It uses no Redis.", vi: "Nó không dùng Redis." },
  "clock-jump": {
    en: "Only for a lock whose holder reckons its time to live itself.",
    vi: "Chỉ dành cho khoá mà người giữ tự tính hạn.",
  },
  "server-clock-moved": {
    en: "Only where a server of the lab's own keeps the lock and asks the C library for the time; etcd, written in Go, asks the kernel.",
    vi: "Chỉ dành cho khoá do máy chủ riêng của phòng thí nghiệm giữ và hỏi giờ qua thư viện C; etcd, viết bằng Go, hỏi thẳng nhân hệ điều hành.",
  },
};

export const DOES_NOT_APPLY: Localized = {
  en: "It has nothing that this fault could break.",
  vi: "Nó không có gì để lỗi này làm hỏng.",
};
