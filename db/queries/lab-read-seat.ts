/** The raced seat as its row is now. */
import type pg from "pg";

export interface SeatRow {
  isBooked: boolean;
  bookedBy: string | null;
  fence: number;
}

const NO_ROW: SeatRow = { isBooked: false, bookedBy: null, fence: 0 };

export async function readLabSeat(db: pg.Pool, raceId: string, seat: string): Promise<SeatRow> {
  const { rows } = await db.query<SeatRow>(
    `SELECT is_booked AS "isBooked", booked_by AS "bookedBy", fence::float8
     FROM lab_seats WHERE race_id = $1::text AND label = $2::text /* referee */`,
    [raceId, seat],
  );
  return rows[0] ?? NO_ROW;
}

/** The same of the box office's own table. */
export async function readShowSeat(db: pg.Pool, showId: string, seat: string): Promise<SeatRow> {
  const { rows } = await db.query<SeatRow>(
    `SELECT status = 'booked' AS "isBooked", CASE WHEN status = 'booked' THEN held_by END AS "bookedBy", fence
     FROM seats WHERE show_id = $1::text AND label = $2::text /* referee */`,
    [showId, seat],
  );
  return rows[0] ?? NO_ROW;
}
