import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Movie } from "#contract/shows";
import type { ListedShow, ProgrammePart, WantedPart } from "#db/queries/read-programme";
import { createProgrammeCache, type ProgrammeCache } from "./programme-cache";

const MINUTE_MS = 60_000;
const BEGINNING_MS = Date.parse("2026-11-16T12:00:00+07:00");

/** What Postgres has: shows by their starts, each of ten seats. */
let stored: ListedShow[];
let asked: WantedPart[];
/** In place of the database's answer. */
let answerOnce: (() => Promise<ProgrammePart>) | undefined;
let nowMs: number;
let redisIsAway: boolean;
let cache: ProgrammeCache;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  stored = [];
  asked = [];
  answerOnce = undefined;
  nowMs = BEGINNING_MS;
  redisIsAway = false;
  cache = createProgrammeCache({
    readPart,
    nowMs: () => nowMs,
    redisAway: () => redisIsAway,
    onRead: () => {},
    onError: () => {},
  });
});
afterEach(() => vi.useRealTimers());

async function readPart(part: WantedPart): Promise<ProgrammePart> {
  asked.push(part);
  const answer = answerOnce ?? (async () => partOf(part));
  answerOnce = undefined;
  return answer();
}

function partOf({ after, limit }: WantedPart): ProgrammePart {
  const from = after === undefined ? 0 : stored.findIndex(({ summary }) => summary.id === after.id) + 1;
  const shows = stored.slice(from, limit === undefined ? undefined : from + limit);
  const last = shows.length === limit ? shows.at(-1)?.summary : undefined;
  const movieIds = new Set(shows.map(({ summary }) => summary.movieId));
  return { movies: [...movieIds].map(movie), shows, next: last && place(last.id, last.startsAt) };
}

function place(id: string, startsAt: number) {
  return { id, startsAt: new Date(startsAt).toISOString() };
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
    palette: ["", ""],
  };
}

function show(id: string, inMinutes: number, version = 0, seatsLeft = 10): ListedShow {
  const auditorium = { id: "studio", name: { en: "Studio", vi: "Studio" } };
  const startsAt = BEGINNING_MS + inMinutes * MINUTE_MS;
  const summary = {
    id,
    movieId: `movie of ${id}`,
    auditorium,
    startsAt,
    seatsTotal: 10,
    seatsLeft,
    priceFrom: 1,
  };
  return { version, summary };
}

const listed = async () => (await cache.read()).shows.map(({ id }) => id);
const seatsLeft = async () => (await cache.read()).shows.map((one) => one.seatsLeft);

/** Lets a reading that nobody waits for come to its end. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function askAfter(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await cache.read();
  await settle();
}

describe("F10 the programme in memory", () => {
  it("is read once for everyone who asks at first, and answered from memory after that", async () => {
    stored = [show("a", 60)];
    const [one, other] = await Promise.all([cache.read(), cache.read()]);
    expect(await cache.read()).toBe(one);
    expect(other).toBe(one);
    expect(asked).toEqual([{}]);
  });

  it("has the seats of every commit it hears of, and ignores what is older", async () => {
    stored = [show("a", 60, 3), show("b", 70, 3)];
    await cache.read();
    cache.countSeats([
      { showId: "a", version: 5, taken: 2 },
      { showId: "nobody's", version: 1, taken: 1 },
    ]);
    cache.countSeats([
      { showId: "a", version: 4, taken: 1 },
      { showId: "b", version: 3, taken: 7 },
    ]);
    expect(await seatsLeft()).toEqual([8, 10]);
    expect(asked).toHaveLength(1);
  });

  it("keeps what it hears while it reads, if that is newer than what was read", async () => {
    stored = [show("a", 60, 3), show("b", 70, 9, 1)];
    let answer: (part: ProgrammePart) => void = () => {};
    answerOnce = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const first = cache.read();
    cache.countSeats([
      { showId: "a", version: 4, taken: 5 },
      { showId: "b", version: 8, taken: 2 },
    ]);
    answer(partOf({}));
    expect((await first).shows.map((one) => one.seatsLeft)).toEqual([5, 1]);
  });

  it("answers what it has while a part is read again, also when that fails", async () => {
    stored = [show("a", 60)];
    await cache.read();
    stored = [show("a", 60), show("b", 70)];
    answerOnce = () => Promise.reject(new Error("away"));
    vi.advanceTimersByTime(2_001);
    expect(await listed()).toEqual(["a"]);
    await settle();
    expect(await listed()).toEqual(["a"]);
    await settle();
    expect(await listed()).toEqual(["a", "b"]);
  });

  it("is read anew before it is answered when nobody has asked for long", async () => {
    stored = [show("a", 60)];
    await cache.read();
    stored = [show("b", 60)];
    vi.advanceTimersByTime(5 * MINUTE_MS + 1);
    answerOnce = () => Promise.reject(new Error("away"));
    await expect(cache.read()).rejects.toThrow("away");
    expect(await listed()).toEqual(["b"]);
  });

  it("is read again by parts, so that no reading grows with it", async () => {
    stored = Array.from({ length: 120 }, (_, at) => show(`s${100 + at}`, 60 + at));
    await cache.read();
    stored.splice(10, 1);
    stored.push(show("late", 500, 1, 0));
    for (let turn = 0; turn < 3; turn += 1) await askAfter(2_001);
    expect(asked).toMatchObject([
      {},
      { after: undefined, limit: 50 },
      { after: { id: "s150" }, limit: 50 },
      { after: { id: "s200" }, limit: 50 },
    ]);
    expect(await listed()).toEqual(stored.map(({ summary }) => summary.id));
    expect((await cache.read()).movies).toHaveLength(120);
  });

  it("never loses a show that is moved while it is read by parts", async () => {
    stored = Array.from({ length: 60 }, (_, at) => show(`s${100 + at}`, 60 + at));
    await cache.read();
    stored.splice(0, 1);
    stored.push(show("s100", 500));
    await askAfter(2_001);
    expect(await listed()).toHaveLength(60);
    await askAfter(2_001);
    expect((await listed()).at(-1)).toBe("s100");
  });

  it("is read whole when something may have been missed, and as long as Redis is away", async () => {
    stored = Array.from({ length: 60 }, (_, at) => show(`s${100 + at}`, 60 + at));
    await cache.read();
    cache.readAllNext();
    await askAfter(0);
    redisIsAway = true;
    await askAfter(2_001);
    redisIsAway = false;
    await askAfter(2_001);
    expect(asked).toEqual([{}, {}, {}, { limit: 50 }]);
  });

  it("lists a screening until a quarter of an hour after its beginning, and the demo show always", async () => {
    stored = [show("demo", -600), show("begun", -10), show("next", 10)];
    expect(await listed()).toEqual(["demo", "begun", "next"]);
    nowMs += 5 * MINUTE_MS;
    expect(await listed()).toEqual(["demo", "next"]);
    expect(asked).toHaveLength(1);
  });
});
