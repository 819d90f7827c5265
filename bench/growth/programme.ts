/** The programme as a node has it in memory, with every step of its upkeep done when the benchmark says so. */
import type pg from "pg";
import { readProgrammePart } from "#db/queries/read-programme";
import { createProgrammeCache, SHOWS_AT_A_TIME } from "#server/programme/programme-cache";

export interface BenchProgramme {
  /** A front page, just after another node has sold a seat of the show. */
  readAfterSale(showId: string, taken: number): Promise<void>;
  /** What a node does at first, and after it was cut off from the others. */
  readWhole(): Promise<void>;
  /** What it does every few seconds while anyone asks. */
  readPart(): Promise<void>;
  /** The end of a programme is shorter than a part: the next part is a full one. */
  skipShortParts(): Promise<void>;
}

export async function openProgramme(pool: pg.Pool, shows: number): Promise<BenchProgramme> {
  let wasRead = () => {};
  /** Shows before the next part. */
  let position = 0;
  const restless = createProgramme(0);
  const calm = createProgramme(Number.POSITIVE_INFINITY);
  let version = 1_000_000;

  function createProgramme(readAgainAfterMs: number) {
    return createProgrammeCache({
      async readPart(wanted) {
        const part = await readProgrammePart(pool, wanted);
        position = part.next === undefined ? 0 : position + SHOWS_AT_A_TIME;
        return part;
      },
      nowMs: Date.now,
      redisAway: () => false,
      onRead: () => wasRead(),
      onError: (error) => {
        throw error;
      },
      readAgainAfterMs,
    });
  }

  function nextReading(): Promise<void> {
    return new Promise((resolve) => {
      wasRead = resolve;
    });
  }

  /** Whoever asks is answered from memory; this waits for the reading that the question has begun. */
  async function read(): Promise<void> {
    const reading = nextReading();
    await restless.read();
    await reading;
  }

  await calm.read();
  const whole = nextReading();
  const asked = restless.read();
  await whole;
  const part = nextReading();
  await asked;
  await part;
  return {
    async readAfterSale(showId, taken) {
      version += 1;
      calm.countSeats([{ showId, version, taken }]);
      await calm.read();
    },
    async readWhole() {
      restless.readAllNext();
      await read();
    },
    readPart: read,
    async skipShortParts() {
      while (shows - position < SHOWS_AT_A_TIME) await read();
    },
  };
}
