import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { BookingDetails } from "#contract/outcomes";
import type { PageSource } from "#contract/pages";
import type { ShowDetails } from "#contract/shows";
import { readProgramme, readShow } from "#db/queries/read-programme";
import { readSnapshot } from "#db/queries/read-snapshot";
import type { BoxOffice } from "#server/booking/box-office";
import type { Shows } from "#server/booking/shows";
import type { Identities } from "#server/identity";

export interface PageSourceDeps {
  db: NodePgDatabase;
  pool: pg.Pool;
  shows: Shows;
  boxOffice: BoxOffice;
  identities: Identities;
  hasLab: boolean;
  api: object;
}

/** What server-rendered pages may read, straight from this process. */
export function createPageSource(deps: PageSourceDeps): PageSource {
  return {
    programme: () => readProgramme(deps.db),
    async show(showId) {
      // Not from memory: the demo show is moved from evening to evening.
      const [show, snapshot] = await Promise.all([
        readShow(deps.db, showId),
        readSnapshot(deps.pool, showId),
      ]);
      return show && snapshot ? { show, snapshot } : null;
    },
    hasLab: () => deps.hasLab,
    api: () => deps.api,
    async booking(reference, cookie) {
      const customer = deps.identities.read(cookie ?? undefined) ?? "";
      const found = await deps.boxOffice.booking({ customer, reference });
      if (!found.ok) {
        if (found.code === "unavailable") throw new Error("Bookings cannot be read right now.");
        return found.code === "not_yours" ? "not_yours" : null;
      }
      return withShow(found.booking);
    },
    async bookings(cookie) {
      const customer = deps.identities.read(cookie ?? undefined);
      if (!customer) return [];
      const own = await Promise.all((await deps.boxOffice.bookingsOf(customer)).map(withShow));
      return own.filter((entry) => entry !== null);
    },
  };

  async function withShow(
    booking: BookingDetails,
  ): Promise<{ booking: BookingDetails; show: ShowDetails } | null> {
    const show = await deps.shows.find(booking.showId);
    return show && { booking, show: show.details };
  }
}
