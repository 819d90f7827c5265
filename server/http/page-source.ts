import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { PageSource } from "#contract/pages";
import { readProgramme } from "#db/queries/read-programme";
import { readSnapshot } from "#db/queries/read-snapshot";
import type { Shows } from "#server/booking/shows";

/** What server-rendered pages may read, straight from this process. */
export function createPageSource(deps: { db: NodePgDatabase; pool: pg.Pool; shows: Shows }): PageSource {
  return {
    programme: () => readProgramme(deps.db),
    async show(showId) {
      const [show, snapshot] = await Promise.all([deps.shows.find(showId), readSnapshot(deps.pool, showId)]);
      return show && snapshot ? { show: show.details, snapshot } : null;
    },
    async booking() {
      return null;
    },
    async bookings() {
      return [];
    },
  };
}
