/**
 * The programme in this node's memory: movies, and the shows to come with their seats left. Whoever asks is answered
 * from here. Seats left follow every commit (seat-counts.ts); what else changes, and what was not heard, is found by
 * reading a part of it again every few seconds while anyone asks, so that the work does not grow with the programme.
 */
import type { Movie, Programme } from "#contract/shows";
import type { ListedShow, Place, ProgrammePart, WantedPart } from "#db/queries/read-programme";
import { type Listing, listShows } from "./listing";
import type { SeatCount } from "./seat-counts";

const READ_AGAIN_AFTER_MS = 2_000;
export const SHOWS_AT_A_TIME = 50;
/** What nobody has asked for in this long is read anew before it is answered. */
const TOO_OLD_MS = 5 * 60_000;

export interface ProgrammeCache {
  /** The same object until something in it has changed; seats left may change in it a little sooner. */
  read(): Promise<Programme>;
  /** Seats taken after a commit, on this node or another, in any order. */
  countSeats(counts: SeatCount[]): void;
  /** Something may have been missed: the next reading is of everything. */
  readAllNext(): void;
}

export interface ProgrammeCacheDeps {
  readPart: (part: WantedPart) => Promise<ProgrammePart>;
  /** By the database's clock. */
  nowMs: () => number;
  /** True while commits of other nodes cannot be heard of. */
  redisAway: () => boolean;
  /** A reading nobody waits for has failed. */
  onError: (error: unknown) => void;
  onRead: (what: "whole" | "part") => void;
  readAgainAfterMs?: number;
}

interface CachedShow extends ListedShow {
  /** The round of reading in which it was last seen. */
  round: number;
}

export function createProgrammeCache(deps: ProgrammeCacheDeps): ProgrammeCache {
  const { readAgainAfterMs = READ_AGAIN_AFTER_MS } = deps;
  const shows = new Map<string, CachedShow>();
  const movies = new Map<string, Movie>();
  let listing: Listing | undefined;
  let answer: Programme | undefined;

  let round = 0;
  /** Where the next part begins. */
  let after: Place | undefined;
  let mayBeOutdated = false;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let roundBeganAtMs = readAtMs;
  let wholeSinceMs = readAtMs;
  let reading: Promise<void> | undefined;
  /** Heard since the reading under way began, which may or may not have seen it. */
  const heardMeanwhile = new Map<string, SeatCount>();

  return {
    async read() {
      while (performance.now() - wholeSinceMs > TOO_OLD_MS) await (reading ?? readAgain("whole"));
      if (performance.now() - readAtMs > readAgainAfterMs && !reading) {
        readAgain(mayBeOutdated || deps.redisAway() ? "whole" : "part").catch(deps.onError);
      }
      return current();
    },
    countSeats(counts) {
      for (const count of counts) {
        if (reading && isNewer(count, heardMeanwhile.get(count.showId)))
          heardMeanwhile.set(count.showId, count);
        const show = shows.get(count.showId);
        if (show && isNewer(count, show)) put(recounted(show, count));
      }
    },
    readAllNext() {
      mayBeOutdated = true;
      readAtMs = Number.NEGATIVE_INFINITY;
    },
  };

  function readAgain(what: "whole" | "part"): Promise<void> {
    reading = readNow(what).finally(() => {
      reading = undefined;
      heardMeanwhile.clear();
    });
    return reading;
  }

  async function readNow(what: "whole" | "part"): Promise<void> {
    const beganAtMs = performance.now();
    if (what === "whole") {
      mayBeOutdated = false;
      after = undefined;
    }
    if (after === undefined) {
      round += 1;
      roundBeganAtMs = beganAtMs;
    }
    try {
      take(await deps.readPart(what === "whole" ? {} : { after, limit: SHOWS_AT_A_TIME }));
      readAtMs = beganAtMs;
      deps.onRead(what);
    } catch (error) {
      if (what === "whole") mayBeOutdated = true;
      throw error;
    }
  }

  function take(part: ProgrammePart): void {
    for (const movie of part.movies) movies.set(movie.id, movie);
    for (const { summary, version } of part.shows) {
      const show = { summary, version, round };
      const heard = heardMeanwhile.get(summary.id);
      put(heard && isNewer(heard, show) ? recounted(show, heard) : show);
    }
    after = part.next;
    if (after !== undefined) return;
    wholeSinceMs = roundBeganAtMs;
    forgetUnseen();
  }

  /** A show that is where it was takes its own place in the list; the others need not be put in order again. */
  function put(show: CachedShow): void {
    const { id, startsAt } = show.summary;
    const before = shows.get(id);
    shows.set(id, show);
    answer = undefined;
    const place = listing?.places.get(id);
    if (before?.summary.startsAt !== startsAt) listing = undefined;
    else if (listing && place !== undefined) listing.shows[place] = show.summary;
  }

  /** What a whole round has not come across is no longer to come. */
  function forgetUnseen(): void {
    const shown = new Set<string>();
    for (const [showId, show] of shows) {
      if (show.round === round) shown.add(show.summary.movieId);
      else {
        shows.delete(showId);
        listing = undefined;
      }
    }
    for (const movieId of movies.keys()) if (!shown.has(movieId)) movies.delete(movieId);
    answer = undefined;
  }

  function current(): Programme {
    const nowMs = deps.nowMs();
    if (!listing || listing.untilMs <= nowMs) {
      listing = listShows(
        [...shows.values()].map(({ summary }) => summary),
        nowMs,
      );
      answer = undefined;
    }
    answer ??= { movies: [...movies.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), shows: listing.shows };
    return answer;
  }
}

function recounted(show: CachedShow, { version, taken }: SeatCount): CachedShow {
  return { ...show, version, summary: { ...show.summary, seatsLeft: show.summary.seatsTotal - taken } };
}

function isNewer(count: { version: number }, than: { version: number } | undefined): boolean {
  return than === undefined || count.version > than.version;
}
