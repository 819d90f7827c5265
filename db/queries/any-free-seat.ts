import type pg from "pg";

const SQL = `
  SELECT EXISTS (
    SELECT FROM seats s
    WHERE s.show_id = $1::text AND s.seat = ANY ($2::smallint[])
      AND (s.status = 'available' OR (s.status = 'held' AND s.hold_until <= now()))
  ) AS free`;

/** Whether a grant of these seats would be a new one: at least one of them is nobody's. */
export async function anyFreeSeat(pool: pg.Pool, showId: string, seats: number[]): Promise<boolean> {
  const { rows } = await pool.query<{ free: boolean }>({
    name: "any-free-seat",
    text: SQL,
    values: [showId, seats],
  });
  return rows[0]?.free ?? false;
}
