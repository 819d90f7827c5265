/**
 * Whether anything gets slower as the box office gets older: the same work on a database of sixty shows and on one
 * with years behind it and months ahead, in turns, on the same Postgres.
 */
import type { Benchmark, Findings, Say, Table } from "./benchmark";
import { type Cinema, openCinema } from "./growth/cinema";
import type { BenchServices } from "./services";
import { figure, percentile } from "./tables";

const SMALL = { past: 0, coming: 60 };
const LARGE = { past: 20_000, coming: 2_000 };
/** The first one warms up and does not count. */
const ROUNDS = 6;
const WITHIN = 1.3;
/** Less than this is a matter of microseconds, and of what else the machine did in them. */
const FLOOR_MS = 0.3;

export const growthBenchmark: Benchmark = { name: "growth", run };

async function run(services: BenchServices, say: Say): Promise<Findings> {
  const small = await openCinema(services, "small", SMALL, say);
  const large = await openCinema(services, "large", LARGE, say);
  try {
    const scannedBefore = await large.database.rowsScanned();
    const measured: Measured[] = [];
    for (const [at, { name, repeats }] of small.work.entries()) {
      say(name);
      measured.push({ name, ...(await measureInTurns(small, large, at, repeats)) });
    }
    const scanned = (await large.database.rowsScanned()) - scannedBefore;
    const [wholeSmall, wholeLarge] = [await small.readWholeProgramme(), await large.readWholeProgramme()];
    return {
      title: "Growth",
      text: `Two databases on the same durable Postgres with ${await large.database.sharedBuffers()} of shared buffers: the small one with ${await sizeOf(small)},
the large one with ${await sizeOf(large)}.
Every piece of work is done on one and then on the other, in turns, for ${ROUNDS - 1} rounds, on shows picked at random; the
figures are the medians of the rounds' medians. A ratio above ${WITHIN} fails the run, unless the difference is less than
${FLOOR_MS} ms, which is noise at this scale. While it ran, ${figure(scanned)} rows of the large database were read by going through a
whole table; more than none fails the run too.

One thing grows with the programme, as it must: a node that starts, or that was cut off from Redis, reads all shows to
come. That took ${figure(wholeSmall)} ms for ${figure(SMALL.coming)} and ${figure(wholeLarge)} ms for ${figure(LARGE.coming)}. Otherwise it reads fifty at a time.`,
      tables: [table(measured)],
      plots: [],
      failures: [
        ...measured.filter((one) => !isWithin(one)).map(explain),
        ...(scanned > 0 ? [`${scanned} rows were read by going through a whole table`] : []),
      ],
    };
  } finally {
    await Promise.all([small.close(), large.close()]);
  }
}

interface Measured {
  name: string;
  smallMs: number;
  largeMs: number;
}

async function measureInTurns(
  small: Cinema,
  large: Cinema,
  at: number,
  repeats: number,
): Promise<Omit<Measured, "name">> {
  const smallMs: number[] = [];
  const largeMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: { small: number[]; large: number[] } = { small: [], large: [] };
    for (let turn = 0; turn < repeats; turn += 1) {
      times.small.push(await time(small, at));
      times.large.push(await time(large, at));
    }
    if (round === 0) continue;
    smallMs.push(median(times.small));
    largeMs.push(median(times.large));
  }
  return { smallMs: median(smallMs), largeMs: median(largeMs) };
}

async function time({ work }: Cinema, at: number): Promise<number> {
  const piece = work[at];
  if (!piece) throw new Error("there is no such work");
  await piece.prepare?.();
  const startedAt = performance.now();
  await piece.run();
  const tookMs = performance.now() - startedAt;
  await piece.undo?.();
  return tookMs / (piece.times ?? 1);
}

function isWithin({ smallMs, largeMs }: Measured): boolean {
  return largeMs <= smallMs * WITHIN || largeMs - smallMs <= FLOOR_MS;
}

function explain({ name, smallMs, largeMs }: Measured): string {
  return `${name}: ${figure(largeMs)} ms on the large database, ${figure(smallMs)} ms on the small one`;
}

function table(measured: Measured[]): Table {
  return {
    caption: "One piece of work, on a small and on a large database",
    columns: ["", "small ms", "large ms", "large against small"],
    rows: measured.map(({ name, smallMs, largeMs }) => [
      name,
      figure(smallMs),
      figure(largeMs),
      `${figure(largeMs / smallMs)}×`,
    ]),
  };
}

async function sizeOf(cinema: Cinema): Promise<string> {
  const { past, coming, seats, bookings, megabytes } = await cinema.database.size();
  return `${figure(past)} past and ${figure(coming)} coming shows, ${figure(seats)} seats and ${figure(bookings)} bookings (${figure(megabytes)} MB)`;
}

function median(values: number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
