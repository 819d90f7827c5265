/**
 * The races of this node: one runs, the others wait in line, each visitor has at most one of them. Results
 * stay in memory until newer ones take their place; the sales themselves are in the database.
 */
import { randomBytes, randomInt } from "node:crypto";
import type { RaceProgress, RaceRequest, RaceSettings, RaceStep, RaceView } from "#contract/lab";
import { raceRequest } from "#contract/lab";
import { RACE_LIMITS } from "#contract/lab-limits";
import type { Localized } from "#contract/language";
import { type Decision, refused } from "#server/booking/decisions";
import { lockTtlOf, planRace } from "./plan";
import { type RaceDeps, runRace } from "./race";
import { NO_RESULT, type RaceRecord, viewOf } from "./race-record";
import { RedisMissing } from "./redis-node";

const KEPT_RACES = 50;
const KEPT_STEPS = 200_000;
const TELL_EVERY_MS = 50;
const ASK_AGAIN_MS = 2_000;

export interface RaceAudience {
  steps(raceId: string, batch: Pick<RaceView, "steps" | "incidents">): void;
  progress(progress: RaceProgress): void;
  result(race: RaceView): void;
}

export interface RacesDeps extends RaceDeps {
  audience: RaceAudience;
  onError: (error: unknown) => void;
}

export interface Races {
  submit(visitor: string, request: RaceRequest): Decision<{ raceId: string }>;
  find(raceId: string): RaceView | undefined;
  close(): Promise<void>;
}

export function createRaces(deps: RacesDeps): Races {
  const races = new Map<string, RaceRecord>();
  const line: RaceRecord[] = [];
  const closing = new AbortController();
  let running: RaceRecord | undefined;
  let ended: Promise<void> = Promise.resolve();

  return {
    submit(visitor, request) {
      const pending = [running, ...line].some((race) => race?.visitor === visitor);
      if (pending) return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
      if (line.length >= RACE_LIMITS.maxQueued || closing.signal.aborted) return refused("unavailable");
      const race = newRace(visitor, request);
      races.set(race.raceId, race);
      line.push(race);
      if (!running) ended = runInTurn();
      return { ok: true, raceId: race.raceId };
    },
    find(raceId) {
      const race = races.get(raceId);
      return race && viewOf(race, positionOf(race));
    },
    async close() {
      closing.abort();
      line.length = 0;
      await ended;
    },
  };

  async function runInTurn(): Promise<void> {
    for (running = line.shift(); running; running = line.shift()) {
      for (const waiting of line) deps.audience.progress(progressOf(waiting));
      await runOne(running);
      forgetOldest();
    }
  }

  async function runOne(race: RaceRecord): Promise<void> {
    const stream = streamSteps(race);
    const changed = () => deps.audience.progress(progressOf(race));
    race.status = "preparing";
    changed();
    const listener = {
      running() {
        race.status = "running";
        changed();
      },
      steps(steps: RaceStep[], leftOut: number) {
        race.steps.push(...steps);
        race.stepsLeftOut += leftOut;
      },
      incident: (incident: RaceRecord["incidents"][number]) => void race.incidents.push(incident),
      progress(answered: number, sold: number) {
        Object.assign(race, { answered, sold });
        changed();
      },
    };
    try {
      race.result = await runRace(deps, race.raceId, race.settings, listener, closing.signal);
      Object.assign(race, { status: "done", answered: race.requests, sold: race.result.success });
    } catch (error) {
      deps.onError(error);
      race.status = "failed";
      race.error = explain(error);
    }
    stream.end();
    deps.audience.result(viewOf(race, 0));
  }

  /** Sends what is new in batches, so that a crowd of steps is a handful of messages. */
  function streamSteps(race: RaceRecord): { end(): void } {
    let sent = { steps: 0, incidents: 0 };
    const send = () => {
      const steps = race.steps.slice(sent.steps);
      const incidents = race.incidents.slice(sent.incidents);
      sent = { steps: race.steps.length, incidents: race.incidents.length };
      if (steps.length + incidents.length > 0) deps.audience.steps(race.raceId, { steps, incidents });
    };
    const timer = setInterval(send, TELL_EVERY_MS);
    return {
      end() {
        clearInterval(timer);
        send();
      },
    };
  }

  function progressOf(race: RaceRecord): RaceProgress {
    const { raceId, status, requests, answered, sold } = race;
    return { raceId, status, position: positionOf(race), requests, answered, sold };
  }

  function positionOf(race: RaceRecord): number {
    return line.indexOf(race) + 1;
  }

  function forgetOldest(): void {
    const finished = [...races.values()].filter((race) => race !== running && !line.includes(race));
    let steps = finished.reduce((sum, race) => sum + race.steps.length, 0);
    for (const [index, race] of finished.entries()) {
      if (finished.length - index <= KEPT_RACES && steps <= KEPT_STEPS) return;
      steps -= race.steps.length;
      races.delete(race.raceId);
    }
  }
}

function newRace(visitor: string, request: RaceRequest): RaceRecord {
  const asked = raceRequest.parse(request);
  const settings: RaceSettings = { ...asked, seed: asked.seed ?? randomInt(0xffff_ffff) };
  return {
    raceId: `r${randomBytes(8).toString("hex")}`,
    visitor,
    settings,
    status: "queued",
    requests: planRace(settings).attempts.length,
    answered: 0,
    sold: 0,
    lockTtlMs: lockTtlOf(settings),
    steps: [],
    stepsLeftOut: 0,
    incidents: [],
    error: null,
    result: NO_RESULT,
  };
}

function explain(error: unknown): Localized {
  if (error instanceof RedisMissing) {
    return {
      en: "The lab starts Redis nodes of its own and found no redis-server to start. Install Redis, or name the program with REDIS_SERVER_BIN.",
      vi: "Phòng thí nghiệm tự khởi động các nút Redis nhưng không tìm thấy redis-server. Hãy cài Redis, hoặc chỉ đường dẫn bằng REDIS_SERVER_BIN.",
    };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { en: `The race could not be run: ${reason}`, vi: `Không chạy được cuộc đua: ${reason}` };
}
