import { hasBegun, type Movie, type Programme, type ShowSummary } from "#contract/shows";
import { dayOf } from "../lib/format";

export interface FilmOfDay {
  movie: Movie;
  shows: Screening[];
}

/** Those who come running should see that they are too late. */
export interface Screening extends ShowSummary {
  begun: boolean;
}

export interface Arranged {
  /** Every day with a screening still to come, as its first screening's time. */
  days: { day: string; at: number }[];
  /** The asked day if it is one of them, else the first. */
  selected: string | undefined;
  /** The films of that day, the one that begins first on top. */
  films: FilmOfDay[];
  /** What to put on the big screen: the next screening one can still get into. */
  next: { movie: Movie; show: ShowSummary } | undefined;
}

export function arrangeProgramme(programme: Programme, askedDay: string | undefined, now: number): Arranged {
  const screenings = programme.shows
    .map((show): Screening => ({ ...show, begun: hasBegun(show, now) }))
    .filter(({ startsAt, begun }) => startsAt > now || begun)
    .sort((a, b) => a.startsAt - b.startsAt || a.id.localeCompare(b.id));
  const coming = screenings.filter(({ begun }) => !begun);

  const days = new Map<string, number>();
  for (const show of coming) {
    const day = dayOf(show.startsAt);
    if (!days.has(day)) days.set(day, show.startsAt);
  }
  const [firstDay] = days.keys();
  const selected = askedDay !== undefined && days.has(askedDay) ? askedDay : firstDay;

  const films = new Map<string, FilmOfDay>();
  const movies = new Map(programme.movies.map((movie) => [movie.id, movie]));
  for (const show of screenings) {
    const movie = movies.get(show.movieId);
    if (!movie || dayOf(show.startsAt) !== selected) continue;
    const film = films.get(movie.id) ?? { movie, shows: [] };
    film.shows.push(show);
    films.set(movie.id, film);
  }

  const nextShow = coming.find((show) => show.seatsLeft > 0 && movies.has(show.movieId));
  const nextMovie = nextShow && movies.get(nextShow.movieId);
  return {
    days: [...days].map(([day, at]) => ({ day, at })),
    selected,
    films: [...films.values()],
    next: nextShow && nextMovie && { movie: nextMovie, show: nextShow },
  };
}
