import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Prices } from "#contract/layout";
import { DEMO_SHOW_ID, type Programme, type ShowDetails } from "#contract/shows";
import { auditoriums, movies, seats, shows } from "#db/schema";

/** A screening stays on the page this long after it has begun. */
const LATECOMERS_MINUTES = 15;

/** Films, and the screenings still to come with their seats left; a lapsed hold counts as free. */
export async function readProgramme(db: NodePgDatabase): Promise<Programme> {
  const free = sql`(${seats.status} = 'available' OR (${seats.status} = 'held' AND ${seats.holdUntil} <= now()))`;
  const [films, screenings] = await Promise.all([
    db.select().from(movies).orderBy(asc(movies.id)),
    db
      .select({
        id: shows.id,
        movieId: shows.movieId,
        auditorium: { id: auditoriums.id, name: auditoriums.name },
        startsAt: shows.startsAt,
        prices: shows.prices,
        seatsTotal: sql<number>`count(*)::int`,
        seatsLeft: sql<number>`(count(*) FILTER (WHERE ${free}))::int`,
      })
      .from(shows)
      .innerJoin(auditoriums, eq(auditoriums.id, shows.auditoriumId))
      .innerJoin(seats, eq(seats.showId, shows.id))
      .where(
        or(
          eq(shows.id, DEMO_SHOW_ID),
          gt(shows.startsAt, sql`now() - make_interval(mins => ${LATECOMERS_MINUTES})`),
        ),
      )
      .groupBy(shows.id, auditoriums.id)
      .orderBy(asc(shows.startsAt), asc(shows.id)),
  ]);
  return {
    movies: films,
    shows: screenings.map(({ prices, startsAt, ...show }) => ({
      ...show,
      startsAt: startsAt.getTime(),
      priceFrom: cheapest(prices),
    })),
  };
}

export async function readShow(db: NodePgDatabase, showId: string): Promise<ShowDetails | null> {
  const [row] = await db
    .select({ show: shows, movie: movies, auditorium: auditoriums })
    .from(shows)
    .innerJoin(movies, eq(movies.id, shows.movieId))
    .innerJoin(auditoriums, eq(auditoriums.id, shows.auditoriumId))
    .where(and(eq(shows.id, showId)));
  if (!row) return null;
  return {
    id: row.show.id,
    movie: row.movie,
    auditorium: row.auditorium,
    startsAt: row.show.startsAt.getTime(),
    prices: row.show.prices,
  };
}

/** The lowest price anyone can buy; wheelchair spaces are not offered to everyone. */
function cheapest(prices: Prices): number {
  return Math.min(prices.standard, prices.vip, prices.couple);
}
