import { DEMO_SHOW_ID, type ShowSummary } from "#contract/shows";
import { LATECOMERS_MINUTES } from "#db/queries/read-programme";

/** The shows in the order of their starts. */
export interface Listing {
  shows: ShowSummary[];
  places: Map<string, number>;
  /** When the first of them is no longer listed. */
  untilMs: number;
}

export function listShows(all: ShowSummary[], nowMs: number): Listing {
  const shows = all.filter((show) => listedUntilMs(show) > nowMs);
  shows.sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
  return {
    shows,
    places: new Map(shows.map(({ id }, place) => [id, place])),
    untilMs: shows.reduce((first, show) => Math.min(first, listedUntilMs(show)), Number.POSITIVE_INFINITY),
  };
}

function listedUntilMs({ id, startsAt }: ShowSummary): number {
  return id === DEMO_SHOW_ID ? Number.POSITIVE_INFINITY : startsAt + LATECOMERS_MINUTES * 60_000;
}
