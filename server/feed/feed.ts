/**
 * The change feed of one node. Every committed batch is published on the show's Redis channel; each node with
 * viewers of that show applies it to its copy of the map and tells its own viewers, at most one packet per
 * tick. Redis may lose, repeat or delay messages: versions show it, and the log in Postgres has the truth.
 */
import type pg from "pg";
import type { SeatsUpdated } from "#contract/events";
import { repeatedOnOutage } from "#db/outages";
import { readChangesAfter, readVersions } from "#db/queries/read-changes";
import { readSnapshot } from "#db/queries/read-snapshot";
import type { LoggedChanges } from "#db/transitions/log-changes";
import type { Metrics } from "#server/ops/metrics";
import type { Channels, Listener } from "#server/redis/channels";
import type { RedisClient } from "#server/redis/connect-redis";
import { inOneWrite } from "#server/redis/one-write";
import { createLiveShow, type LiveShow } from "./live-show";

/** A batch that overtook another usually waits no longer than this for it; then the log is read. */
const GAP_PATIENCE_MS = 30;
/** With Redis away the log is read this often; always, as a slow check that nothing was missed. */
const POLL_MS = 500;
const ANTI_ENTROPY_MS = 5_000;
/** Whoever is further behind takes a snapshot, which is smaller. */
const CATCH_UP_ROWS = 5_000;

export interface Feed {
  publish(batches: LoggedChanges[]): void;
  /** Begins to follow a show for a viewer; null if there is no such show. */
  watch(showId: string): Promise<LiveShow | null>;
  unwatch(showId: string): void;
  watched(showId: string): LiveShow | undefined;
  close(): void;
}

export interface FeedDeps {
  pool: pg.Pool;
  redis: RedisClient;
  channels: Channels;
  metrics: Metrics;
  tickMs: number;
  /** True while messages cannot be relied on, so that the log is read instead. */
  redisAway: () => boolean;
  /** Sends a packet to this node's viewers of the show. */
  tell: (update: SeatsUpdated) => void;
}

interface Watched {
  viewers: number;
  show: Promise<LiveShow | null>;
  live?: LiveShow;
  ticking?: NodeJS.Timeout | undefined;
  catchingUp?: NodeJS.Timeout | undefined;
}

export function createFeed(deps: FeedDeps): Feed {
  const { pool, redis, channels, metrics } = deps;
  const watches = new Map<string, Watched>();
  /** The last message of each show that Redis did not take: nobody else knows that there is something to be read. */
  const unpublished = new Map<string, string>();
  /** Shows that are heard again, in this turn of the event loop. */
  let heardAgain: string[] = [];
  let lastFullCheck = performance.now();
  const poll = setInterval(() => {
    publishAgain();
    void checkVersions();
  }, POLL_MS);
  poll.unref();

  return {
    publish(batches) {
      for (const batch of batches) receive(batch);
      inOneWrite(redis, () => {
        for (const batch of batches) send(batch.showId, JSON.stringify({ ...batch, at: Date.now() }));
      });
    },
    watch(showId) {
      const known = watches.get(showId);
      if (known) {
        known.viewers += 1;
        return known.show;
      }
      const watched: Watched = { viewers: 1, show: Promise.resolve(null) };
      watches.set(showId, watched);
      watched.show = begin(showId, watched);
      return watched.show;
    },
    unwatch,
    watched: (showId) => watches.get(showId)?.live,
    close() {
      clearInterval(poll);
      for (const showId of [...watches.keys()]) end(showId);
    },
  };

  /** Subscribes first and reads afterwards, so that no change falls between. */
  async function begin(showId: string, watched: Watched): Promise<LiveShow | null> {
    try {
      const subscribed = channels.subscribe(channelOf(showId), listenerFor(showId)).then(() => true);
      const isListening = await Promise.race([subscribed, patience(GAP_PATIENCE_MS * 2)]);
      const snapshot = await repeatedOnOutage(() => readSnapshot(pool, showId));
      if (!snapshot) {
        end(showId);
        return null;
      }
      watched.live = createLiveShow(snapshot);
      if (!isListening) {
        subscribed.then(
          () => readMissed([showId]),
          () => {}, // The connection is lost: the next one begins with a check.
        );
      }
      return watched.live;
    } catch (error) {
      end(showId);
      throw error;
    }
  }

  function listenerFor(showId: string): Listener {
    return {
      receive: (message) => receive(readMessage(message)),
      // What was published while nobody listened is in the log.
      onHeardAgain() {
        if (heardAgain.length === 0) setImmediate(readAllMissed);
        heardAgain.push(showId);
      },
    };
  }

  function readAllMissed(): void {
    const showIds = heardAgain;
    heardAgain = [];
    void readMissed(showIds);
  }

  function send(showId: string, message: string): void {
    channels.publish(channelOf(showId), message).catch(() => {
      metrics.feedErrors.inc();
      unpublished.set(showId, message);
    });
  }

  /** Whoever hears the last of several messages sees that there were others, and reads the log. */
  function publishAgain(): void {
    const messages = [...unpublished];
    unpublished.clear();
    for (const [showId, message] of messages) send(showId, message);
  }

  function unwatch(showId: string): void {
    const watched = watches.get(showId);
    if (!watched) return;
    watched.viewers -= 1;
    if (watched.viewers <= 0) end(showId);
  }

  function end(showId: string): void {
    const watched = watches.get(showId);
    if (!watched) return;
    watches.delete(showId);
    clearTimeout(watched.ticking);
    clearTimeout(watched.catchingUp);
    channels.unsubscribe(channelOf(showId));
  }

  function receive(batch: (LoggedChanges & { at?: number }) | undefined): void {
    const watched = batch && watches.get(batch.showId);
    if (!batch || !watched?.live) return;
    if (batch.at !== undefined && batch.to > watched.live.version()) {
      metrics.feedLagSeconds.observe(Math.max(0, Date.now() - batch.at) / 1000);
    }
    const followsOn = watched.live.apply(batch);
    if (!followsOn) watched.catchingUp ??= setTimeout(() => void catchUp(batch.showId), GAP_PATIENCE_MS);
    tellSoon(batch.showId, watched);
  }

  /** The first change after silence goes out at once, the following ones once per tick. */
  function tellSoon(showId: string, watched: Watched): void {
    if (watched.ticking || !watched.live) return;
    const packet = watched.live.takeUnsentChanges();
    if (!packet) return;
    deps.tell({ showId, ...packet });
    watched.ticking = setTimeout(() => {
      watched.ticking = undefined;
      tellSoon(showId, watched);
    }, deps.tickMs);
  }

  async function catchUp(showId: string): Promise<void> {
    const watched = watches.get(showId);
    if (!watched?.live) return;
    try {
      const missed = await readChangesAfter(pool, showId, watched.live.version(), CATCH_UP_ROWS);
      if (missed && missed.changes.length > 0 && missed.changes.length < CATCH_UP_ROWS) {
        watched.live.apply(missed);
      } else {
        const snapshot = await readSnapshot(pool, showId);
        if (snapshot) watched.live.replace(snapshot);
      }
      metrics.feedCatchUps.inc();
      tellSoon(showId, watched);
    } catch {
      // Postgres is away: the next poll asks again.
    } finally {
      watched.catchingUp = undefined;
    }
  }

  async function checkVersions(): Promise<void> {
    const isDue = deps.redisAway() || performance.now() - lastFullCheck >= ANTI_ENTROPY_MS;
    if (isDue) lastFullCheck = performance.now();
    await readMissed([...watches.keys()].filter((showId) => isDue || !channels.hears(channelOf(showId))));
  }

  async function readMissed(showIds: string[]): Promise<void> {
    if (showIds.length === 0) return;
    try {
      const versions = await readVersions(pool, showIds);
      for (const { showId, version } of versions) {
        const live = watches.get(showId)?.live;
        if (live && version > live.version()) await catchUp(showId);
      }
    } catch {
      // Postgres is away: the next poll asks again.
    }
  }
}

function channelOf(showId: string): string {
  return `{show:${showId}}:changes`;
}

/** Only our own nodes publish here, but a message of another version of the program must not stop this one. */
function readMessage(message: string): (LoggedChanges & { at?: number }) | undefined {
  try {
    const batch: unknown = JSON.parse(message);
    return isBatch(batch) ? batch : undefined;
  } catch {
    return undefined;
  }
}

function isBatch(value: unknown): value is LoggedChanges & { at?: number } {
  return (
    typeof value === "object" &&
    value !== null &&
    "showId" in value &&
    "from" in value &&
    "to" in value &&
    "changes" in value &&
    Array.isArray(value.changes)
  );
}

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
