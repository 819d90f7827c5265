import { eq, inArray } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { type Layout, type Prices, seatsOf } from "#contract/layout";
import { DEMO_SHOW_ID, type Movie, type ShowDetails, type ShowSummary } from "#contract/shows";
import { auditoriums, movies, shows } from "#db/schema";

/** A show stays on the page this long after it has begun. */
export const LATECOMERS_MINUTES = 15;

/** A show of the programme, at the version its seats were counted at. */
export interface ListedShow {
  version: number;
  summary: ShowSummary;
}

/** A place in the programme: after a show, by its start as Postgres writes it, which is finer than a millisecond. */
export interface Place {
  startsAt: string;
  id: string;
}

export interface WantedPart {
  after?: Place | undefined;
  limit?: number | undefined;
}

/** Some shows to come, in the order of their starts, and the movies they show. */
export interface ProgrammePart {
  movies: Movie[];
  shows: ListedShow[];
  /** Where the next part begins; undefined: there is nothing more to come. */
  next: Place | undefined;
}

const LISTED = `
  SELECT s.show_id AS id, s.movie_id AS "movieId", s.auditorium_id AS "auditoriumId", s.starts_at::text AS place,
         (extract(epoch FROM s.starts_at) * 1000)::float8 AS "startsAt", s.prices, s.version, s.seats_taken AS "seatsTaken"
  FROM shows s`;
const COMING = `
  (s.starts_at, s.show_id) >
  (coalesce($1::timestamptz, now() - interval '${LATECOMERS_MINUTES} minutes'), coalesce($2::text, ''))`;
const MOVIES = {
  name: "read-movies",
  text: `
    SELECT id, title, synopsis, genre, duration_minutes AS "durationMinutes", rating, palette
    FROM movies WHERE id = ANY ($1::text[])`,
};
const AUDITORIUMS = {
  name: "read-auditoriums",
  text: "SELECT id, name, layout FROM auditoriums WHERE id = ANY ($1::text[])",
};

interface ListedRow extends Pick<ShowSummary, "id" | "movieId" | "startsAt"> {
  auditoriumId: string;
  place: string;
  prices: Prices;
  version: number;
  seatsTaken: number;
}

/**
 * The shows to come, from a place on if given, at most `limit` of them. The demo show is always among them: it
 * is moved from evening to evening. Seats are not counted: a show's row says how many are taken, and its auditorium
 * how many there are.
 */
export async function readProgrammePart(
  pool: pg.Pool,
  { after, limit }: WantedPart = {},
): Promise<ProgrammePart> {
  const { rows } = await pool.query<ListedRow>({
    name: `read-programme-${limit ?? "whole"}`,
    // A limit that is written down tells the planner that few rows are wanted.
    text: `
      ${LISTED} WHERE s.show_id = '${DEMO_SHOW_ID}'
      UNION ALL
      (${LISTED} WHERE ${COMING} ORDER BY s.starts_at, s.show_id LIMIT ${limit ?? "ALL"})`,
    values: [after?.startsAt, after?.id],
  });
  const inOrder = rows[0]?.id === DEMO_SHOW_ID ? rows.slice(1) : rows;
  const found = [...new Map(rows.map((row) => [row.id, row])).values()];
  const [moviesOfThem, auditoriumsOfThem] = await Promise.all([
    readByIds<Movie>(pool, MOVIES, new Set(found.map(({ movieId }) => movieId))),
    readByIds<AuditoriumRow>(pool, AUDITORIUMS, new Set(found.map(({ auditoriumId }) => auditoriumId))),
  ]);
  const auditoriumById = new Map(
    auditoriumsOfThem.map(({ id, name, layout }) => [id, { id, name, seats: seatsOf(layout).length }]),
  );
  return {
    movies: moviesOfThem,
    shows: found.flatMap((row) => {
      const auditorium = auditoriumById.get(row.auditoriumId);
      return auditorium ? [summarise(row, auditorium)] : [];
    }),
    next: limit === undefined ? undefined : placeAfter(inOrder[limit - 1]),
  };
}

function placeAfter(show: ListedRow | undefined): Place | undefined {
  return show && { startsAt: show.place, id: show.id };
}

interface AuditoriumRow {
  id: string;
  name: ShowSummary["auditorium"]["name"];
  layout: Layout;
}

function summarise(
  { id, movieId, startsAt, prices, version, seatsTaken }: ListedRow,
  { seats: seatsTotal, ...auditorium }: ShowSummary["auditorium"] & { seats: number },
): ListedShow {
  const seatsLeft = seatsTotal - seatsTaken;
  return {
    version,
    summary: { id, movieId, auditorium, startsAt, seatsTotal, seatsLeft, priceFrom: cheapest(prices) },
  };
}

async function readByIds<Row extends object>(
  pool: pg.Pool,
  { name, text }: { name: string; text: string },
  ids: Set<string>,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values: [[...ids]] });
  return rows;
}

export async function readShow(db: NodePgDatabase, showId: string): Promise<ShowDetails | null> {
  return (await readShows(db, [showId]))[0] ?? null;
}

export async function readShows(db: NodePgDatabase, showIds: string[]): Promise<ShowDetails[]> {
  const rows = await db
    .select({ show: shows, movie: movies, auditorium: auditoriums })
    .from(shows)
    .innerJoin(movies, eq(movies.id, shows.movieId))
    .innerJoin(auditoriums, eq(auditoriums.id, shows.auditoriumId))
    .where(inArray(shows.id, showIds));
  return rows.map(({ show, movie, auditorium }) => ({
    id: show.id,
    movie,
    auditorium,
    startsAt: show.startsAt.getTime(),
    prices: show.prices,
  }));
}

/** The lowest price anyone can buy; wheelchair spaces are not offered to everyone. */
function cheapest(prices: Prices): number {
  return Math.min(prices.standard, prices.vip, prices.couple);
}
