/**
 * The races of all nodes stand in one line, in Postgres, and one runs at a time. Whichever node has nothing to run
 * takes the next, so that a node that dies takes only its own race with it.
 */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { RaceRequest, RaceSettings } from "#contract/lab";
import { raceRequest } from "#contract/lab";
import { RACE_LIMITS } from "#contract/lab-limits";
import type { Localized } from "#contract/language";
import { isOutage } from "#db/outages";
import { claimRace } from "#db/queries/lab-claim-race";
import { submitRace } from "#db/queries/lab-submit-race";
import { type Decision, refused } from "#server/booking/decision";
import { ServerMissing } from "../ensembles/lab-servers";
import { RedisMissing } from "../redis/redis-node";
import { RaceStopped } from "./race-controls";
import { planRace } from "./race-plan";
import { createRaceWriter } from "./race-writer";
import { type RaceDeps, runRace } from "./run-race";

const ASK_AGAIN_MS = 2_000;
/** How often a node that runs nothing looks whether others have left something to run. */
const LOOK_EVERY_MS = 1_000;
/** A node says ten times in this long that it lives. */
const LOST_AFTER_MS = 10_000;

export interface RaceQueueDeps extends RaceDeps {
  onError: (error: unknown) => void;
  /** Races of one address in the line, the running one included. */
  perAddress?: number;
}

export interface RaceQueue {
  submit(submitter: string, request: RaceRequest, address?: string): Promise<Decision<{ raceId: string }>>;
  close(): Promise<void>;
}

export function createRaceQueue(deps: RaceQueueDeps): RaceQueue {
  const { db, perAddress = RACE_LIMITS.maxPerAddress } = deps;
  const node = randomUUID();
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  const timer = setInterval(runWaiting, LOOK_EVERY_MS);
  timer.unref();

  return {
    async submit(submitter, request, address = submitter) {
      if (closing.signal.aborted) return refused("unavailable");
      const race = newRace(request);
      const limits = { perAddress, maxQueued: RACE_LIMITS.maxQueued };
      const verdict = await submitRace(db, { ...race, submitter, address }, limits);
      if (verdict === "rate_limited") return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
      if (verdict === "unavailable") return refused("unavailable");
      runWaiting();
      return { ok: true, raceId: race.raceId };
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };

  function runWaiting(): void {
    if (running || closing.signal.aborted) return;
    running = runInTurn()
      .catch((error: unknown) => {
        if (!isOutage(error)) deps.onError(error);
      })
      .finally(() => {
        running = undefined;
      });
  }

  async function runInTurn(): Promise<void> {
    const next = () => claimRace(db, node, { afterMs: LOST_AFTER_MS, error: NODE_GONE });
    for (let race = await next(); race; race = await next()) {
      await runOne(race.raceId, race.settings);
      if (closing.signal.aborted) return;
    }
  }

  async function runOne(raceId: string, settings: RaceSettings): Promise<void> {
    const requests = planRace(settings).attempts.length;
    const writer = createRaceWriter(db, { raceId, node, requests }, deps.onError);
    const stopped = AbortSignal.any([closing.signal, writer.disowned]);
    try {
      await writer.end({ result: await runRace(deps, raceId, settings, writer, stopped) });
    } catch (error) {
      if (!(error instanceof RaceStopped)) deps.onError(error);
      await writer.end({ error: explain(error) });
    }
  }
}

function newRace(request: RaceRequest) {
  const asked = raceRequest.parse(request);
  const settings: RaceSettings = { ...asked, seed: asked.seed ?? randomInt(0xffff_ffff) };
  const { attempts, lock } = planRace(settings);
  return {
    raceId: `r${randomBytes(8).toString("hex")}`,
    settings,
    requests: attempts.length,
    lockTtlMs: lock.ttlMs,
  };
}

const NODE_GONE: Localized = {
  en: "The server that ran this race stopped before its end. Run it again.",
  vi: "Máy chủ chạy cuộc đua này đã dừng trước khi đua xong. Hãy chạy lại.",
};

function explain(error: unknown): Localized {
  if (error instanceof RaceStopped) return NODE_GONE;
  if (error instanceof RedisMissing) {
    return {
      en: "The lab starts Redis nodes of its own and found no redis-server to start. Install Redis, or name the program with REDIS_SERVER_BIN.",
      vi: "Phòng thí nghiệm tự khởi động các nút Redis nhưng không tìm thấy redis-server. Hãy cài Redis, hoặc chỉ đường dẫn bằng REDIS_SERVER_BIN.",
    };
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof ServerMissing) return { en: error.message, vi: error.message };
  return { en: `The race could not be run: ${reason}`, vi: `Không chạy được cuộc đua: ${reason}` };
}
