import { hasBegun, type Movie, type Programme, type ShowSummary } from "#contract/shows";
import { dayOf } from "../lib/formatting";

export interface MovieOfDay {
  movie: Movie;
  shows: ShowOfDay[];
}

/** What has begun is listed too: those who come running should see that they are too late. */
export interface ShowOfDay extends ShowSummary {
  begun: boolean;
}

interface ArrangedProgramme {
  /** Every day with a show still to come, and when its first one starts. */
  days: { day: string; at: number }[];
  /** The asked day if it is one of them, else the first. */
  selected: string | undefined;
  /** The movies of that day, the one that begins first on top. */
  movies: MovieOfDay[];
  /** What to put on the big screen: the next show one can still get into. */
  next: { movie: Movie; show: ShowSummary } | undefined;
}

export function arrangeProgramme(
  programme: Programme,
  askedDay: string | undefined,
  now: number,
): ArrangedProgramme {
  // Thousands may be to come, of which one day is shown: only its own are copied.
  const shows = programme.shows
    .filter((show) => show.startsAt > now || hasBegun(show, now))
    .sort((a, b) => a.startsAt - b.startsAt || a.id.localeCompare(b.id));
  const coming = shows.filter((show) => !hasBegun(show, now));

  const days = new Map<string, number>();
  for (const show of coming) {
    const day = dayOf(show.startsAt);
    if (!days.has(day)) days.set(day, show.startsAt);
  }
  const [firstDay] = days.keys();
  const selected = askedDay !== undefined && days.has(askedDay) ? askedDay : firstDay;

  const movies = new Map<string, MovieOfDay>();
  const moviesById = new Map(programme.movies.map((movie) => [movie.id, movie]));
  for (const show of shows) {
    if (dayOf(show.startsAt) !== selected) continue;
    const movie = moviesById.get(show.movieId);
    if (!movie) continue;
    const movieOfDay = movies.get(movie.id) ?? { movie, shows: [] };
    movieOfDay.shows.push({ ...show, begun: hasBegun(show, now) });
    movies.set(movie.id, movieOfDay);
  }

  const nextShow = coming.find((show) => show.seatsLeft > 0 && moviesById.has(show.movieId));
  const nextMovie = nextShow && moviesById.get(nextShow.movieId);
  return {
    days: [...days].map(([day, at]) => ({ day, at })),
    selected,
    movies: [...movies.values()],
    next: nextShow && nextMovie && { movie: nextMovie, show: nextShow },
  };
}
