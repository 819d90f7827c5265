/** A seeded source of randomness for tests (mulberry32), so that a failure can be run again by its seed. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<const T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }
}

/** Runs a test with many seeds; a failure names its seed, and `SEED=… npm run test:unit` repeats it. */
export function withSeeds(runs: number, test: (random: Random) => void): void {
  const given = process.env.SEED;
  const first = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  for (let seed = first; seed < first + (given === undefined ? runs : 1); seed += 1) {
    try {
      test(new Random(seed));
    } catch (error) {
      throw new Error(`failed with SEED=${seed}`, { cause: error });
    }
  }
}

/** The same for a test that waits for real processes: one seed, because it takes its time. */
export async function withSeed(test: (random: Random) => Promise<void>): Promise<void> {
  const random = new Random(Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31)));
  try {
    await test(random);
  } catch (error) {
    throw new Error(`failed with SEED=${random.seed}`, { cause: error });
  }
}
