/**
 * How many seats of a show are taken, told by the node that committed a change to all others: on one channel, and at
 * most once per interval for everything that changed in it. Counts carry the show's version, so a late one is known
 * as late.
 */
import { z } from "zod";
import type { LoggedChanges } from "#db/transitions/log-changes";
import type { Channels } from "#server/redis/channels";

const CHANNEL = "last-seat:seat-counts";
const TELL_EVERY_MS = 200;

export interface SeatCount {
  showId: string;
  version: number;
  taken: number;
}

const message = z.array(z.tuple([z.string(), z.int(), z.int()]));

export interface SeatCounts {
  publish(changes: LoggedChanges[]): void;
  /** Whether other nodes' counts are heard. */
  areHeard(): boolean;
  close(): void;
}

export interface SeatCountsDeps {
  channels: Channels;
  onCounts: (counts: SeatCount[]) => void;
  /** From now on counts are heard; what was told before may have been missed. */
  onListening: () => void;
}

export function createSeatCounts(deps: SeatCountsDeps): SeatCounts {
  const { channels } = deps;
  /** The latest count of each show that the others have not been told. */
  const untold = new Map<string, SeatCount>();
  let waiting: NodeJS.Timeout | undefined;
  let closed = false;
  channels
    .subscribe(CHANNEL, {
      receive: (text) => deps.onCounts(readMessage(text)),
      onHeardAgain: deps.onListening,
    })
    .then(deps.onListening, () => {});

  return {
    publish(changes) {
      const counts = changes.flatMap(({ showId, to: version, taken }) =>
        taken === undefined ? [] : [{ showId, version, taken }],
      );
      if (counts.length === 0) return;
      deps.onCounts(counts);
      keep(counts);
      if (!waiting) tell();
    },
    areHeard: () => channels.hears(CHANNEL),
    close() {
      closed = true;
      clearTimeout(waiting);
      tell();
    },
  };

  function keep(counts: SeatCount[]): void {
    for (const count of counts) {
      const known = untold.get(count.showId);
      if (!known || count.version > known.version) untold.set(count.showId, count);
    }
  }

  /** The first after a silence at once, the following ones together. */
  function tell(): void {
    waiting = undefined;
    if (untold.size === 0) return;
    const counts = [...untold.values()];
    untold.clear();
    const text = JSON.stringify(counts.map(({ showId, version, taken }) => [showId, version, taken]));
    channels.publish(CHANNEL, text).catch(() => {
      keep(counts);
      tellLater();
    });
    tellLater();
  }

  function tellLater(): void {
    if (!closed) waiting ??= setTimeout(tell, TELL_EVERY_MS).unref();
  }
}

/** Only our own nodes publish here, but a message of another version of the program must not stop this one. */
function readMessage(text: string): SeatCount[] {
  try {
    const read = message.safeParse(JSON.parse(text));
    return read.success ? read.data.map(([showId, version, taken]) => ({ showId, version, taken })) : [];
  } catch {
    return [];
  }
}
