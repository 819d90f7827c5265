/** The engine against what people write first: sales, refusals and the latency of one sale, in the same run. */
import { createBenchShows } from "./bench-shows";
import type { Benchmark, Findings, Say, Table } from "./benchmark";
import { type Contender, type Contenders, createContenders } from "./contenders";
import type { BenchServices } from "./services";
import { figure, percentile } from "./tables";

const CONCURRENCY = [64, 256];
/** A crowd at a few shows, and the same crowd at so many that each is quiet. */
const SHOWS = [10, 60];
const SALES = 6_000;
const REFUSING_MS = 1_500;
const UNLOADED_SALES = 600;
/** Everyone is measured this often, in turns, and the middle counts; the first time, which warms up, does not. */
const ROUNDS = 4;

export const engineBenchmark: Benchmark = { name: "engine", run };

async function run(services: BenchServices, say: Say): Promise<Findings> {
  const contenders = await createContenders(services);
  try {
    const tables: Table[] = [];
    for (const buyers of CONCURRENCY) {
      for (const shows of SHOWS) tables.push(await measureSales(services, contenders, buyers, shows, say));
      tables.push(await measureRefusals(services, contenders, buyers, say));
    }
    tables.push(await measureLatency(services, contenders, say));
    return {
      title: "The engine",
      text: `Every contender sells through the same durable Postgres and the same Redis, in the same process, one
after the other. Last Seat also writes a booking, a sale under a unique index, a version and a change log,
and publishes every change; the others write one flag.

Where the time goes, by the processes' own CPU time: two cores are shared by everyone. One call of \`sell_seats\` costs
a backend some 0.3 ms for four seats of one show and then about 25 µs for each further one, a third of it for starting
its statements; \`sell_seat\`, for a single seat, some 0.15 ms. A crowd at one show shares a call; a crowd spread over many
shows shares the round trip and the commit, and pays a call for each show.`,
      tables,
      plots: [],
    };
  } finally {
    await contenders.close();
  }
}

/** Buyers who each want a seat of their own. */
async function measureSales(
  services: BenchServices,
  contenders: Contenders,
  buyers: number,
  shows: number,
  say: Say,
): Promise<Table> {
  const rates = await inTurns(contenders, async (contender, round) => {
    say(`${buyers} buyers at ${shows} shows, a seat each, round ${round}: ${contender.name}`);
    const seats = (await createBenchShows(services.databaseUrl, name(), shows)).slice(0, SALES);
    await contenders.prepare(seats);
    return rate(
      buyers,
      (at) => at < seats.length,
      async (at, buyer) => {
        const seat = seats[at];
        if (!seat || !(await contender.sell(seat, `${buyer}-${at}`)))
          throw new Error(`${contender.name} refused a free seat`);
      },
    );
  });
  return ratioTable(
    `Sales per second, ${buyers} buyers at once, a seat each, over ${shows} shows`,
    contenders,
    rates,
  );
}

/** Buyers who all want the same seat, which one of them gets. */
async function measureRefusals(
  services: BenchServices,
  contenders: Contenders,
  buyers: number,
  say: Say,
): Promise<Table> {
  const rates = await inTurns(contenders, async (contender, round) => {
    say(`${buyers} buyers, one seat, round ${round}: ${contender.name}`);
    const [seat] = await createBenchShows(services.databaseUrl, name(), 1);
    if (!seat) throw new Error("no seat");
    await contenders.prepare([seat]);
    const until = performance.now() + REFUSING_MS;
    let sold = 0;
    const perSecond = await rate(
      buyers,
      () => performance.now() < until,
      async (_, buyer) => {
        if (await contender.sell(seat, `${buyer}`)) sold += 1;
      },
    );
    if (sold !== 1) throw new Error(`${contender.name} sold the seat ${sold} times`);
    return perSecond;
  });
  return ratioTable(`Attempts per second on one seat, ${buyers} buyers at once`, contenders, rates);
}

async function inTurns(
  contenders: Contenders,
  measure: (contender: Contender, round: number) => Promise<number>,
): Promise<Map<Contender, number>> {
  const measured = new Map<Contender, number[]>(ranked(contenders).map((contender) => [contender, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contender, rates] of measured) {
      const perSecond = await measure(contender, round);
      if (round > 0) rates.push(perSecond);
    }
  }
  return new Map(
    [...measured].map(([contender, rates]) => [
      contender,
      percentile(
        rates.toSorted((a, b) => a - b),
        0.5,
      ),
    ]),
  );
}

async function measureLatency(services: BenchServices, contenders: Contenders, say: Say): Promise<Table> {
  say("one buyer at a time");
  const seats = (await createBenchShows(services.databaseUrl, name(), 1)).slice(0, UNLOADED_SALES);
  await contenders.prepare(seats);
  const floor: number[] = [];
  const engine: number[] = [];
  const article: number[] = [];
  for (const seat of seats) {
    floor.push(
      await timed(async () => {
        await contenders.barePing();
        await contenders.bareCommit();
      }),
    );
    engine.push(await timed(() => contenders.engine.sell(seat, "one")));
    article.push(await timed(() => contenders.article.sell(seat, "one")));
  }
  const row = (label: string, times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const floorP50 = percentile(
      floor.toSorted((a, b) => a - b),
      0.5,
    );
    const p50 = percentile(sorted, 0.5);
    return [label, figure(p50), figure(percentile(sorted, 0.99)), `${figure(p50 / floorP50)}×`];
  };
  return {
    caption: "Latency of one sale with nobody else about",
    columns: ["", "p50 ms", "p99 ms", "p50 against the floor"],
    rows: [
      row("Floor: one Redis round trip, then one durable update of one row", floor),
      row(contenders.engine.name, engine),
      row(contenders.article.name, article),
    ],
  };
}

function ratioTable(caption: string, contenders: Contenders, rates: Map<Contender, number>): Table {
  const engine = rates.get(contenders.engine) ?? 0;
  return {
    caption,
    columns: ["", "per second", "Last Seat against it"],
    rows: [...rates].map(([contender, perSecond]) => [
      contender.name,
      figure(Math.round(perSecond)),
      contender === contenders.engine ? "" : `${figure(engine / perSecond)}×`,
    ]),
  };
}

/** Pieces of work by `workers` at once, for as long as there are more, per second. */
async function rate(
  workers: number,
  isMore: (at: number) => boolean,
  work: (at: number, worker: number) => Promise<void>,
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (isMore(next)) {
        const at = next;
        next += 1;
        await work(at, worker);
      }
    }),
  );
  return (next * 1000) / (performance.now() - startedAt);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function ranked({ article, rowLock, conditional, engine }: Contenders): Contender[] {
  return [article, rowLock, conditional, engine];
}

let names = 0;
function name(): string {
  names += 1;
  return `engine-${names}`;
}
