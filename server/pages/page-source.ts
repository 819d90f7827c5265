import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { raceJoin } from "#contract/lab";
import type { LabServers, PageSource } from "#contract/pages";
import * as schemas from "#contract/requests";
import { readShow, readShows } from "#db/queries/read-programme";
import { readSnapshot } from "#db/queries/read-snapshot";
import type { BuyerCookies } from "#server/access/buyer-cookie";
import type { BoxOffice } from "#server/booking/box-office";
import type { FoundServers } from "#server/lab/ensembles/lab-servers";
import { findRace } from "#server/lab/races/race-record";
import type { ProgrammeCache } from "#server/programme/programme-cache";

export interface PageSourceDeps {
  db: NodePgDatabase;
  pool: pg.Pool;
  programme: ProgrammeCache;
  boxOffice: BoxOffice;
  buyerCookies: BuyerCookies;
  hasLab: boolean;
  labServers: FoundServers;
  maxSeats: number;
  api: object;
}

/**
 * What server-rendered pages may read, straight from this process. An address may have anything in it. A show's time is
 * not taken from memory: the demo show is moved from evening to evening.
 */
export function createPageSource(deps: PageSourceDeps): PageSource {
  return {
    programme: deps.programme.read,
    async show(showId) {
      if (!schemas.showLeave.safeParse({ showId }).success) return null;
      const [show, snapshot] = await Promise.all([
        readShow(deps.db, showId),
        readSnapshot(deps.pool, showId),
      ]);
      return show && snapshot ? { show, snapshot, maxSeats: deps.maxSeats } : null;
    },
    async race(raceId) {
      if (!raceJoin.safeParse({ raceId }).success) return null;
      return (await findRace(deps.pool, raceId)) ?? null;
    },
    hasLab: () => deps.hasLab,
    labServers() {
      const { etcd, zookeeper, rabbitmq, faketime } = deps.labServers;
      return {
        etcd: shown(etcd),
        zookeeper: shown(zookeeper),
        rabbitmq: shown(rabbitmq),
        faketime: shown(faketime),
      };
    },
    api: () => deps.api,
    async booking(reference, cookie) {
      if (!schemas.bookingCancel.safeParse({ reference }).success) return null;
      const buyer = deps.buyerCookies.read(cookie ?? undefined) ?? "";
      const found = await deps.boxOffice.booking({ buyer, reference });
      if (!found.ok) {
        if (found.code === "unavailable") throw new Error("Bookings cannot be read right now.");
        return found.code === "not_yours" ? "not_yours" : null;
      }
      const show = await readShow(deps.db, found.booking.showId);
      return show && { booking: found.booking, show };
    },
    async bookings(cookie) {
      const buyer = deps.buyerCookies.read(cookie ?? undefined);
      if (!buyer) return [];
      const own = await deps.boxOffice.bookingsOf(buyer);
      const shows = await readShows(deps.db, [...new Set(own.map(({ showId }) => showId))]);
      const showById = new Map(shows.map((show) => [show.id, show]));
      return own.flatMap((booking) => {
        const show = showById.get(booking.showId);
        return show ? [{ booking, show }] : [];
      });
    },
  };
}

/** Where it lies on this machine is nobody's business. */
function shown({ installed, install }: LabServers[keyof LabServers]): LabServers[keyof LabServers] {
  return { installed, install };
}
