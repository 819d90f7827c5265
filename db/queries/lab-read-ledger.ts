/** The verdict: every sale of a race, first one first. */
import type pg from "pg";

export interface Sale {
  buyer: string;
  /** Null where the ledger does not say: the box office's own books know no instances. */
  instance: number | null;
  /** Milliseconds after `since`, by the database's clock. */
  afterMs: number;
}

/** Of a strategy on the lab's own tables. */
export async function readLabSales(db: pg.Pool, raceId: string, since: Date): Promise<Sale[]> {
  const { rows } = await db.query<Sale>(
    `SELECT buyer, instance, (extract(epoch FROM sold_at - $2::timestamptz) * 1000)::float8 AS "afterMs"
     FROM lab_sales WHERE race_id = $1::text ORDER BY id /* referee */`,
    [raceId, since],
  );
  return rows;
}

/** Of the box office's own engine. */
export async function readBookedSeats(db: pg.Pool, showId: string, since: Date): Promise<Sale[]> {
  const { rows } = await db.query<Sale>(
    `SELECT b.buyer, NULL AS instance,
            (extract(epoch FROM b.created_at - $2::timestamptz) * 1000)::float8 AS "afterMs"
     FROM booking_seats s JOIN bookings b USING (show_id, reference)
     WHERE s.show_id = $1::text AND s.released_at IS NULL ORDER BY b.created_at /* referee */`,
    [showId, since],
  );
  return rows;
}

export async function readDatabaseClock(db: pg.Pool): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  if (!rows[0]) throw new Error("Postgres did not tell the time.");
  return rows[0].now;
}
