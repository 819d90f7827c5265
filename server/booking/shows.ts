/**
 * What a node remembers of each show: its layout and prices, which never change after a show is put on
 * sale. Statuses are not kept here; they belong to Postgres and, for open maps, to the feed.
 *
 * A limited number of shows is remembered, those that were asked for last. Shows in the same auditorium share its
 * seats, which are by far the largest part.
 */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { type Layout, type LayoutSeat, seatsOf } from "#contract/layout";
import type { ShowDetails } from "#contract/shows";
import { readShow } from "#db/queries/read-programme";
import { referencePrefix } from "./ids";
import { createLruMap } from "./lru-map";

const SHOWS_REMEMBERED = 5_000;
const LAYOUTS_REMEMBERED = 100;

export interface Show extends Seating {
  details: ShowDetails;
  /** What the references of its bookings begin with. */
  referencePrefix: string;
}

interface Seating {
  seats: LayoutSeat[];
  seatByLabel: Map<string, LayoutSeat>;
}

export interface Shows {
  /** At once if this node knows the show. */
  find(showId: string): Show | Promise<Show | null>;
}

/** Unknown ids are not remembered, so asking for nonsense cannot fill the memory. */
export function createShows(db: NodePgDatabase, limit = SHOWS_REMEMBERED): Shows {
  const known = createLruMap<string, Show>(limit);
  const seatings = createLruMap<string, Seating>(LAYOUTS_REMEMBERED);
  const asked = new Map<string, Promise<Show | null>>();
  return {
    find(showId) {
      const show = known.get(showId);
      if (show) return show;
      const pending = asked.get(showId) ?? load(showId).finally(() => asked.delete(showId));
      asked.set(showId, pending);
      return pending;
    },
  };

  async function load(showId: string): Promise<Show | null> {
    const details = await readShow(db, showId);
    if (!details) return null;
    const seating = seatingOf(details.auditorium.layout);
    const show = { details, ...seating, referencePrefix: referencePrefix(showId) };
    known.set(showId, show);
    return show;
  }

  function seatingOf(layout: Layout): Seating {
    const drawing = JSON.stringify(layout);
    const shared = seatings.get(drawing);
    if (shared) return shared;
    const seats = seatsOf(layout);
    const seating = { seats, seatByLabel: new Map(seats.map((seat) => [seat.label, seat])) };
    seatings.set(drawing, seating);
    return seating;
  }
}
