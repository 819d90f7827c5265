/**
 * The race lab's words: races, their steps and results, and the events that stream them.
 * `POST /api/lab/races` (202 `{raceId}`) → `GET /api/lab/races/:id` → `RaceView`; its steps by the page.
 * `GET /api/lab/races/:id/history` → the whole history (docs/histories.md) of a race that is over.
 * `GET /api/lab/strategies/:id/source` → `StrategySource`.
 */
import { z } from "zod";
import type { History } from "#histories/history";
import type { Ack } from "./events";
import { FAULT_IDS, NEEDS_THREE } from "./lab-faults";
import type { GameGiveUp, GameJoin, GameMove, GameState } from "./lab-game";
import { RACE_LIMITS } from "./lab-limits";
import { STRATEGY_IDS, type StrategyId, strategyCard } from "./lab-strategies";
import type { Localized } from "./language";

export const raceRequest = z
  .object({
    strategy: z.enum(STRATEGY_IDS),
    buyers: z.int().min(RACE_LIMITS.minBuyers).max(RACE_LIMITS.maxBuyers).default(100),
    seat: z
      .string()
      .regex(/^[A-Z]{1,2}[1-9][0-9]{0,2}$/, 'a seat is a label such as "A1"')
      .default("A1"),
    /** What a buyer does between looking and buying takes about this long, give or take half. */
    thinkMs: z.int().min(0).max(RACE_LIMITS.maxThinkMs).default(20),
    instances: z.int().min(1).max(RACE_LIMITS.maxInstances).default(3),
    poolSize: z.int().min(1).max(RACE_LIMITS.maxPoolSize).default(10),
    fault: z.enum(FAULT_IDS).optional(),
    /** Every random choice of the lab (order of buyers, think times, jitter) follows from it. */
    seed: z.int().min(0).max(0xffff_ffff).optional(),
  })
  .refine(
    ({ instances, poolSize }) => instances * poolSize <= RACE_LIMITS.maxConnections,
    `instances × poolSize may be at most ${RACE_LIMITS.maxConnections} connections`,
  )
  .refine(
    ({ strategy, fault }) => fault === undefined || strategyCard(strategy).faults[fault] !== undefined,
    "this fault does not apply to this strategy",
  )
  .refine(
    ({ fault, buyers }) => !fault || !NEEDS_THREE.includes(fault) || buyers >= 3,
    "this fault needs at least 3 buyers",
  );
export type RaceRequest = z.input<typeof raceRequest>;
/** The request with every default filled in and the seed drawn: asking for it again replays the race. */
export type RaceSettings = z.output<typeof raceRequest> & { seed: number };

/** One step of one buyer, as it really ran. Times are milliseconds since the burst was released. */
export interface RaceStep {
  /** One lane per attempt, from 0; a buyer who clicks five times has five. */
  lane: number;
  buyer: string;
  /** The process it ran in, from 0. A step of the queue's writer runs in the writer's process. */
  instance: number;
  /** As marked in the strategy's source: `step("check", …)`. Look it up in `StrategySource.lines`. */
  name: string;
  startedMs: number;
  /** Null for a step that never came back, because its process was killed or the race was stopped. */
  endedMs: number | null;
  outcome: "done" | "failed" | "unfinished";
  /** What the step found: `check` → is it booked, `acquire` → did we get the lock, `fence` → which number. */
  found: string | number | boolean | null;
}

/** What was done to the race by the lab: a kill, a pause, a frozen node. Drawn across the timeline. */
export interface RaceIncident {
  atMs: number;
  /** The process it happened to, or null when it happened to Redis. */
  instance: number | null;
  text: Localized;
}

export interface RaceOwner {
  buyer: string;
  instance: number;
  soldAtMs: number;
}

/** What a buyer was told. `unanswered`: its process died. */
export type BuyerAnswer = "sold" | "refused" | "error" | "unanswered";

export interface RaceResult {
  /** Attempts made; with `spam-click` more than buyers. */
  requests: number;
  /** Rows of the ledger, `lab_sales` (for `last-seat`: `booking_seats`). */
  success: number;
  /** Requests without a row in the ledger. */
  failed: number;
  /** Sales of the seat beyond the first. */
  doubleBookings: number;
  /** Everyone who owns the seat by the ledger, first sale first. */
  owners: RaceOwner[];
  /** What each lane was told, lane 0 first, and how often each answer was given: for comparison with the ledger. */
  answers: BuyerAnswer[];
  told: Record<BuyerAnswer, number>;
  /** Time from a buyer's release to its answer; null when nobody was answered. */
  p50Ms: number | null;
  p99Ms: number | null;
  /** Statements on the seat (reads, writes, locks), without BEGIN and COMMIT. */
  postgresStatements: number;
  /** `server`: pg_stat_statements. `client`: that module is not loaded, so the buyers' drivers counted. */
  postgresCountedBy: "server" | "client";
  /** By `INFO commandstats` of the lab's own Redis nodes, commands inside scripts included. */
  redisCommands: number;
  durationMs: number;
  /** The few operations that no order explains; null if some order explains what every buyer was told. */
  unexplained: History | null;
}

export type RaceStatus = "queued" | "preparing" | "running" | "done" | "failed";

export interface RaceProgress {
  raceId: string;
  status: RaceStatus;
  /** Races that come before this one, the running one included; 0 when it runs or has run. */
  position: number;
  requests: number;
  answered: number;
  /** Sales so far, by the ledger. */
  sold: number;
}

/** `GET /api/lab/races/:id`. The fields of the result are null until the race is done. */
export type RaceView = RaceProgress & {
  settings: RaceSettings;
  seed: number;
  /** Time to live of the locks in this race: short where a fault waits for it to lapse, null if they have none. */
  lockTtlMs: number | null;
  /** Steps told so far, which can be read by the page; the stream goes on after them. */
  stepsTold: number;
  stepsLeftOut: number;
  incidents: RaceIncident[];
  /** With status `failed`: why, in plain words. */
  error: Localized | null;
} & (RaceResult | { [field in Exclude<keyof RaceResult, "requests">]: null });

/** `GET /api/lab/strategies/:id/source`: the file that ran, not a copy of it. */
export interface StrategySource {
  strategy: StrategyId;
  path: string;
  text: string;
  /** The lines (from 1) on which each step is marked. */
  lines: Record<string, number[]>;
}

export const raceJoin = z.object({ raceId: z.string().regex(/^[\w-]{1,40}$/) });
export type RaceJoin = z.infer<typeof raceJoin>;
export const raceStepsRequest = z.object({
  ...raceJoin.shape,
  from: z.coerce.number().int().min(0).max(RACE_LIMITS.maxSteps).default(0),
});
export type RaceStepsRequest = z.input<typeof raceStepsRequest>;

/** Some of a race's steps, and where the next page begins; null after the last. */
export interface RaceStepsPage {
  steps: RaceStep[];
  next: number | null;
}

export interface LabClientToServerEvents {
  /** Answers the race as it is now; what follows is only what is new. */
  "lab:join": (request: RaceJoin, ack: Ack<{ race: RaceView }>) => void;
  "lab:steps": (request: RaceStepsRequest, ack: Ack<RaceStepsPage>) => void;
  "lab:leave": (request: RaceJoin, ack: Ack<object>) => void;
  "lab:game:join": (request: GameJoin, ack: Ack<{ game: GameState }>) => void;
  /** Acknowledged when the move has come to rest: the step is done, or it is seen to be blocked. */
  "lab:game:move": (request: GameMove, ack: Ack<{ game: GameState }>) => void;
  "lab:game:give-up": (request: GameGiveUp, ack: Ack<{ game: GameState; why: Localized }>) => void;
}

export interface LabServerToClientEvents {
  /** Batched, about twenty times a second while a race runs. */
  "lab:step": (batch: { raceId: string; steps: RaceStep[]; incidents: RaceIncident[] }) => void;
  "lab:progress": (progress: RaceProgress) => void;
  "lab:result": (race: RaceView) => void;
  /** Whatever changed without a move: a blocked step went on, a lock lapsed. */
  "lab:game:state": (game: GameState) => void;
}
