/**
 * What a node remembers of each show: its layout and prices, which never change after a show is put on
 * sale. Statuses are not kept here; they belong to Postgres and, for open maps, to the feed.
 */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { type LayoutSeat, seatsOf } from "#contract/layout";
import type { ShowDetails } from "#contract/shows";
import { readShow } from "#db/queries/read-programme";

export interface Show {
  details: ShowDetails;
  seats: LayoutSeat[];
  seatByLabel: Map<string, LayoutSeat>;
}

export interface Shows {
  /** At once if this node knows the show. */
  find(showId: string): Show | Promise<Show | null>;
}

/** Unknown ids are not remembered, so asking for nonsense cannot fill the memory. */
export function createShows(db: NodePgDatabase): Shows {
  const known = new Map<string, Show>();
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
    const seats = seatsOf(details.auditorium.layout);
    const show = { details, seats, seatByLabel: new Map(seats.map((seat) => [seat.label, seat])) };
    known.set(showId, show);
    return show;
  }
}
