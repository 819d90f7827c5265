/** Everything that is done on a database of the growth benchmark: what buyers do, and what runs on timers. */
import { createPool } from "#db/client";
import { claimPayments } from "#db/queries/claim-payments";
import { countHolds } from "#db/queries/count-holds";
import { prune } from "#db/queries/prune";
import { readSnapshot } from "#db/queries/read-snapshot";
import { findShowsDue, LAPSE_HOLDS, type LapseRow } from "#db/transitions/lapse-holds";
import { callShows } from "#db/transitions/show-function";
import { openBoxOffice } from "#testing/box-office";
import type { Growth } from "#testing/grown-database";
import { Random } from "#testing/random";
import { startRedis } from "#testing/redis";
import type { Say } from "../benchmark";
import type { BenchServices } from "../services";
import { createGrownDatabase, type GrownDatabase } from "./database";
import { openProgramme } from "./programme";

const LIVE_HOLDS = 20;
const OPEN_PAYMENTS = 20;
const LAPSES = 5;
const OLD_ROWS = 500;
const READS_AT_ONCE = 200;

export interface Piece {
  name: string;
  /** In each round. */
  repeats: number;
  /** Not timed. */
  prepare?: () => Promise<void>;
  run: () => Promise<void>;
  undo?: () => Promise<void>;
  /** What is done so often in one run, because once is too short to time. */
  times?: number;
}

export interface Cinema {
  database: GrownDatabase;
  work: Piece[];
  /** In milliseconds. */
  readWholeProgramme(): Promise<number>;
  close(): Promise<void>;
}

export async function openCinema(
  services: BenchServices,
  name: string,
  growth: Growth,
  say: Say,
): Promise<Cinema> {
  const database = await createGrownDatabase(services.databaseUrl, name, growth, say);
  const { url, sql } = database;
  // Both have shows of the same names.
  const redis = await startRedis();
  const pool = createPool(url);
  const open = (holdTtlMs: number) => openBoxOffice(url, redis.url, { limits: { holdTtlMs } });
  const office = await open(2_000);
  /** Whose holds end as soon as they are made, and whose last to the end. */
  const [hasty, patient] = [await open(1), await open(3_600_000)];
  const random = new Random(1);
  const { rows: coming } = await sql.query<{ id: string; taken: number }>(
    "SELECT show_id AS id, seats_taken AS taken FROM shows WHERE starts_at > now() ORDER BY starts_at",
  );
  const free = new Map<string, string[]>();
  for (const { id, taken } of coming) {
    const show = await office.shows.find(id);
    const seats =
      show?.seats.filter(({ index, priceClass }) => index >= taken && priceClass === "standard") ?? [];
    free.set(
      id,
      seats.map(({ label }) => label),
    );
  }
  const programme = await openProgramme(pool, coming.length);
  let orders = 0;
  let order: Order = { showId: "", seats: [], buyer: "" };

  /** A free seat of some coming show, nobody else's until it is put back. */
  function takeSeat(): Order {
    const showId = coming[random.below(coming.length)]?.id ?? "";
    orders += 1;
    return { showId, seats: [free.get(showId)?.pop() ?? ""], buyer: `guest-${orders}` };
  }

  function putBack({ showId, seats }: Order): void {
    free.get(showId)?.unshift(...seats);
  }

  async function prepareOrder(): Promise<void> {
    order = takeSeat();
  }

  for (let at = 0; at < LIVE_HOLDS; at += 1) await granted(patient.boxOffice.hold(takeSeat()));

  return {
    database,
    work: [
      {
        name: "Hold a seat",
        repeats: 100,
        prepare: prepareOrder,
        run: () => granted(office.boxOffice.hold(order)),
        async undo() {
          const [held] = await office.boxOffice.holdsOf(order.buyer, order.showId);
          if (held) await office.boxOffice.release({ buyer: order.buyer, holdId: held.id });
          putBack(order);
        },
      },
      {
        name: "Sell a seat",
        repeats: 100,
        prepare: prepareOrder,
        run: () => granted(office.boxOffice.book({ ...order, idempotencyKey: "k" })),
      },
      {
        name: `Sweep, ${LAPSES} shows with a lapsed hold`,
        repeats: 30,
        async prepare() {
          const lapsing = Array.from({ length: LAPSES }, takeSeat);
          for (const one of lapsing) await hasty.boxOffice.hold(one);
          for (const one of lapsing) putBack(one);
        },
        async run() {
          for (const showId of await findShowsDue(pool, 1_000)) {
            await callShows<LapseRow>(pool, LAPSE_HOLDS, [{ showId, columns: { skip_busy: false } }], null);
          }
        },
      },
      {
        name: "Sweep, nothing has lapsed",
        repeats: 100,
        run: async () => void (await findShowsDue(pool, 1_000)),
      },
      {
        name: "Join a show",
        repeats: 100,
        prepare: prepareOrder,
        async run() {
          const { buyer, showId } = order;
          await readSnapshot(pool, showId);
          await Promise.all([
            office.boxOffice.holdsOf(buyer, showId),
            office.boxOffice.bookingsOf(buyer, showId),
          ]);
        },
        undo: async () => putBack(order),
      },
      {
        name: "Front page, after a sale",
        repeats: 30,
        times: READS_AT_ONCE,
        async run() {
          for (let at = 0; at < READS_AT_ONCE; at += 1) {
            const { id, taken } = coming[random.below(coming.length)] ?? { id: "", taken: 0 };
            await programme.readAfterSale(id, taken);
          }
        },
      },
      {
        name: "Front page, fifty shows read again",
        repeats: 30,
        prepare: programme.skipShortParts,
        run: programme.readPart,
      },
      {
        name: `Prune, ${OLD_ROWS} changes and as many keys are old`,
        repeats: 10,
        prepare: () => database.writeOldRows(OLD_ROWS),
        run: async () => void (await prune(pool, 5_000)),
      },
      { name: "Prune, nothing is old", repeats: 50, run: async () => void (await prune(pool, 5_000)) },
      {
        name: `Gauges, ${LIVE_HOLDS} live holds`,
        repeats: 50,
        run: async () => void (await countHolds(pool)),
      },
      {
        name: `Settlement, ${OPEN_PAYMENTS} open payments`,
        repeats: 50,
        prepare: () => database.leavePaymentsOpen(coming[0]?.id ?? "", OPEN_PAYMENTS),
        async run() {
          const found = await claimPayments(pool, 2 * OPEN_PAYMENTS);
          if (found.length !== OPEN_PAYMENTS) throw new Error(`${found.length} payments were found open`);
        },
      },
    ],
    async readWholeProgramme() {
      const startedAt = performance.now();
      await programme.readWhole();
      return performance.now() - startedAt;
    },
    async close() {
      await Promise.all([office, hasty, patient].map(({ close }) => close()));
      await Promise.all([pool.end(), database.close()]);
      await redis.stop();
    },
  };
}

interface Order {
  showId: string;
  seats: string[];
  buyer: string;
}

async function granted(asked: Promise<{ ok: true } | { ok: false; code: string }>): Promise<void> {
  const decision = await asked;
  if (!decision.ok) throw new Error(`a free seat was refused: ${decision.code}`);
}
