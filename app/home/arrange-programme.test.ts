import { expect, test } from "vitest";
import type { Movie, Programme, ShowSummary } from "#contract/shows";
import { arrangeProgramme } from "./arrange-programme";

const NOW = Date.parse("2026-11-16T12:00:00+07:00");

test("days are those of Vietnam: a show after midnight belongs to the next one", () => {
  const { days } = arrangeProgramme(
    programme(show("late", "a", "2026-11-16T23:50"), show("night", "a", "2026-11-17T00:10")),
    undefined,
    NOW,
  );
  expect(days.map(({ day }) => day)).toEqual(["2026-11-16", "2026-11-17"]);
});

test("S17 movies of the chosen day come in the order of their first show; what has begun is marked", () => {
  const { movies } = arrangeProgramme(
    programme(
      show("begun", "b", "2026-11-16T11:00"),
      show("later", "a", "2026-11-16T20:00"),
      show("soon", "b", "2026-11-16T13:00"),
      show("tomorrow", "a", "2026-11-17T10:00"),
    ),
    undefined,
    NOW,
  );
  const named = movies.map(({ movie, shows }) => [
    movie.id,
    ...shows.map(({ id, begun }) => (begun ? `(${id})` : id)),
  ]);
  expect(named).toEqual([
    ["b", "(begun)", "soon"],
    ["a", "later"],
  ]);
});

test("a day that has nothing, or never was, falls back to the first", () => {
  const whole = programme(show("soon", "a", "2026-11-16T13:00"));
  expect(arrangeProgramme(whole, "2026-12-24", NOW).selected).toBe("2026-11-16");
  expect(arrangeProgramme(whole, "nonsense", NOW).selected).toBe("2026-11-16");
});

test("the big screen has the next show that still has a seat", () => {
  const { next } = arrangeProgramme(
    programme(show("full", "a", "2026-11-16T13:00", 0), show("free", "b", "2026-11-16T14:00", 1)),
    "2026-11-16",
    NOW,
  );
  expect(next?.show.id).toBe("free");
});

test("S17 a day on which everything has begun is over, and a demo show nobody has moved on is not listed", () => {
  const { days, movies } = arrangeProgramme(
    programme(
      show("begun", "b", "2026-11-16T11:55"),
      show("demo", "a", "2026-11-15T20:00"),
      show("tomorrow", "a", "2026-11-17T10:00"),
    ),
    undefined,
    NOW,
  );
  expect(days.map(({ day }) => day)).toEqual(["2026-11-17"]);
  expect(movies.flatMap(({ shows }) => shows.map(({ id }) => id))).toEqual(["tomorrow"]);
});

test("an empty programme is no error", () => {
  expect(arrangeProgramme(programme(), undefined, NOW)).toEqual({
    days: [],
    selected: undefined,
    movies: [],
    next: undefined,
  });
});

function programme(...shows: ShowSummary[]): Programme {
  return { movies: [movie("a"), movie("b")], shows };
}

function show(id: string, movieId: string, at: string, seatsLeft = 10): ShowSummary {
  const auditorium = { id: "studio", name: { en: "Studio", vi: "Studio" } };
  const startsAt = Date.parse(`${at}:00+07:00`);
  return { id, movieId, auditorium, startsAt, seatsTotal: 50, seatsLeft, priceFrom: 90_000 };
}

function movie(id: string): Movie {
  const words = { en: id, vi: id };
  return {
    id,
    title: words,
    synopsis: words,
    genre: words,
    durationMinutes: 100,
    rating: "P",
    palette: ["#ffffff", "#000000"],
  };
}
