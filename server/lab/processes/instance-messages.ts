/** What the lab and its instances say to each other over the channel between the processes. */
import type { RaceStep } from "#contract/lab";
import type { StrategyId } from "#contract/lab-strategies";
import type { LockSettings } from "#server/strategies/strategy";

export interface RaceSetup {
  raceId: string;
  strategy: StrategyId;
  seat: string;
  instance: number;
  databaseUrl: string;
  poolSize: number;
  /** One port for a Redis lock, five for Redlock. */
  redisPorts: number[];
  /** Of etcd, ZooKeeper or RabbitMQ. */
  ensemblePorts: number[];
  /** How long a command may take before it counts as unanswered. */
  redisTimeoutMs: number;
  lock: LockSettings;
  thinkMs: number;
  seed: number;
  /** Further steps are counted, not kept. */
  maxSteps: number;
  attempts: AttemptSetup[];
  /** The next race on the same servers takes this one's connections. */
  keepConnections: boolean;
}

export interface AttemptSetup {
  lane: number;
  buyer: string;
  /** Where to hold this attempt until it is told to go on: nowhere, before one step, or before each. */
  holdBefore: string | "every step" | null;
  /** The buyer thinks, and then the card is declined. */
  declined: boolean;
}

export type ToInstance =
  | { type: "prepare"; setup: RaceSetup }
  /** The burst: all these attempts begin now. */
  | { type: "start"; lanes: number[]; originMs: number }
  | { type: "continue"; lane: number }
  | { type: "shift-clock"; byMs: number }
  | { type: "reconnect" }
  /** After a pause: what was overdue is done first. */
  | { type: "settle" }
  | { type: "finish" };

export type FromInstance =
  | { type: "prepared"; backends: number[] }
  | { type: "not-prepared"; reason: string }
  | { type: "held"; lane: number; buyer: string; step: string; atMs: number }
  | { type: "steps"; steps: RaceStep[]; leftOut: number }
  | { type: "answer"; lane: number; answer: "sold" | "refused" | "error"; reason?: string; tookMs: number }
  | { type: "reconnected" }
  | { type: "settled" }
  | { type: "backends"; backends: number[] }
  | { type: "finished"; statements: number };

export function isToInstance(message: unknown): message is ToInstance {
  return typeof message === "object" && message !== null && "type" in message;
}

export function isFromInstance(message: unknown): message is FromInstance {
  return typeof message === "object" && message !== null && "type" in message;
}
