import type pg from "pg";

export interface Sale {
  buyer: string;
  instance: number;
  /** Milliseconds after `since`, by the database's clock. */
  afterMs: number;
}

/** Every sale of a race, first one first. */
export async function readLedger(db: pg.Pool, raceId: string, since: Date): Promise<Sale[]> {
  const { rows } = await db.query<Sale>(
    `SELECT buyer, instance, (extract(epoch FROM sold_at - $2::timestamptz) * 1000)::float8 AS "afterMs"
     FROM lab_sales WHERE race_id = $1::text ORDER BY id /* referee */`,
    [raceId, since],
  );
  return rows;
}

export async function readDatabaseClock(db: pg.Pool): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  if (!rows[0]) throw new Error("Postgres did not tell the time.");
  return rows[0].now;
}
