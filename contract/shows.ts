/** What anyone may know of the programme. */
import type { Localized } from "./language";
import type { Layout, Prices } from "./layout";

export interface Movie {
  id: string;
  title: Localized;
  synopsis: Localized;
  genre: Localized;
  durationMinutes: number;
  /** Age rating as Vietnamese cinemas print it: P, K, T13, T16, T18. */
  rating: string;
  /** Two colours from which the movie's poster is drawn. */
  palette: [string, string];
}

export interface ShowSummary {
  id: string;
  movieId: string;
  auditorium: { id: string; name: Localized };
  /** Epoch milliseconds. */
  startsAt: number;
  seatsTotal: number;
  seatsLeft: number;
  priceFrom: number;
}

export interface Programme {
  movies: Movie[];
  shows: ShowSummary[];
}

export interface ShowDetails {
  id: string;
  movie: Movie;
  auditorium: { id: string; name: Localized; layout: Layout };
  startsAt: number;
  prices: Prices;
}

/** The show of lessons and load tests. */
export const DEMO_SHOW_ID = "demo";
/** Shows the lab makes for the product's own engine to be raced on. */
export const LAB_SHOW_PREFIX = "lab-";

/** The moment from which no free seat is sold. The demo show and the lab's own are not about an evening. */
export function salesEndAt({ id, startsAt }: Pick<ShowDetails, "id" | "startsAt">): number {
  return id === DEMO_SHOW_ID || id.startsWith(LAB_SHOW_PREFIX) ? Number.POSITIVE_INFINITY : startsAt;
}

export function hasBegun(show: Pick<ShowDetails, "id" | "startsAt">, nowMs: number): boolean {
  return salesEndAt(show) <= nowMs;
}

/** A show's seats at one version: one seat code per character, in layout order. */
export interface Snapshot {
  showId: string;
  version: number;
  seats: string;
}
