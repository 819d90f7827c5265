/**
 * Four ways to sell a seat, measured side by side. Three are what people write first, on one table with
 * nothing but a key and a flag; the fourth is the box office, which writes a booking, a sale, a version and a
 * log entry as well.
 */
import { Redis } from "ioredis";
import pg from "pg";
import { inOneWrite } from "#server/redis/one-write";
import { openBoxOffice } from "#testing/box-office";
import type { BenchSeat } from "./bench-shows";
import type { BenchServices } from "./services";

export interface Contender {
  name: string;
  /** True when the buyer has the seat. */
  sell(seat: BenchSeat, buyer: string): Promise<boolean>;
}

export interface Contenders {
  article: Contender;
  rowLock: Contender;
  conditional: Contender;
  engine: Contender;
  /** One durable update of one row, and one command to Redis: the floor under any sale. */
  bareCommit(): Promise<void>;
  barePing(): Promise<void>;
  /** Puts seats on the plain table, unsold. */
  prepare(seats: BenchSeat[]): Promise<void>;
  close(): Promise<void>;
}

export async function createContenders(services: BenchServices): Promise<Contenders> {
  // As the article has it: a client and a pool with their defaults.
  const plainRedis = new Redis(services.redisUrl);
  const plainPool = new pg.Pool({ connectionString: services.databaseUrl });
  await plainPool.query(`
    CREATE TABLE IF NOT EXISTS bench_seats (id text PRIMARY KEY, is_booked boolean NOT NULL DEFAULT false, user_id text)
    WITH (fillfactor = 50)`);
  await plainPool.query("INSERT INTO bench_seats (id) VALUES ('bare') ON CONFLICT DO NOTHING");
  const { boxOffice, close: closeBoxOffice } = await openBoxOffice(services.databaseUrl, services.redisUrl, {
    publish: (redis) => (batches) => {
      inOneWrite(redis, () => {
        for (const batch of batches) void redis.publish("bench", JSON.stringify(batch));
      });
    },
  });
  const idOf = (seat: BenchSeat) => `${seat.showId}/${seat.label}`;
  let sale = 0;

  return {
    article: {
      name: "Redis lock, as the article has it (check corrected)",
      async sell(seat, buyer) {
        const id = idOf(seat);
        const lock = `seat:lock:${id}`;
        if ((await plainRedis.set(lock, buyer, "EX", 30, "NX")) !== "OK") return false;
        try {
          const { rows } = await plainPool.query("SELECT * FROM bench_seats WHERE id = $1", [id]);
          if (rows[0]?.is_booked !== false) return false;
          await plainPool.query("UPDATE bench_seats SET is_booked = true, user_id = $2 WHERE id = $1", [
            id,
            buyer,
          ]);
          return true;
        } finally {
          await plainRedis.del(lock);
        }
      },
    },
    rowLock: {
      name: "Row lock (SELECT … FOR UPDATE)",
      async sell(seat, buyer) {
        const id = idOf(seat);
        const client = await plainPool.connect();
        try {
          await client.query("BEGIN");
          const { rows } = await client.query("SELECT * FROM bench_seats WHERE id = $1 FOR UPDATE", [id]);
          const free = rows[0]?.is_booked === false;
          if (free)
            await client.query("UPDATE bench_seats SET is_booked = true, user_id = $2 WHERE id = $1", [
              id,
              buyer,
            ]);
          await client.query("COMMIT");
          return free;
        } finally {
          client.release();
        }
      },
    },
    conditional: {
      name: "One conditional update",
      async sell(seat, buyer) {
        const { rowCount } = await plainPool.query({
          name: "conditional",
          text: "UPDATE bench_seats SET is_booked = true, user_id = $2 WHERE id = $1 AND NOT is_booked",
          values: [idOf(seat), buyer],
        });
        return rowCount === 1;
      },
    },
    engine: {
      name: "Last Seat",
      async sell(seat, buyer) {
        sale += 1;
        const order = {
          buyer,
          showId: seat.showId,
          seats: [seat.label],
          idempotencyKey: `${sale}`,
        };
        return (await boxOffice.book(order)).ok;
      },
    },
    async bareCommit() {
      await plainPool.query({
        name: "bare",
        text: "UPDATE bench_seats SET user_id = $1 WHERE id = 'bare'",
        values: [`${sale}`],
      });
    },
    async barePing() {
      await plainRedis.ping();
    },
    async prepare(seats) {
      await plainPool.query(
        "INSERT INTO bench_seats (id) SELECT unnest($1::text[]) ON CONFLICT (id) DO UPDATE SET is_booked = false",
        [seats.map(idOf)],
      );
      await plainPool.query("VACUUM ANALYZE bench_seats");
      await plainPool.query("CHECKPOINT");
    },
    async close() {
      plainRedis.disconnect();
      await Promise.all([closeBoxOffice(), plainPool.end()]);
    },
  };
}
