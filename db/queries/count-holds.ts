import type pg from "pg";

/**
 * Live holds. Only shows that have a hold at all are looked at, each by itself: told in one join, the planner may
 * find that seats are rarely held and go through all of them instead.
 */
export async function countHolds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ holds: number }>({
    name: "count-holds",
    text: `
      SELECT coalesce(sum(h.holds), 0)::int AS holds
      FROM shows w
      CROSS JOIN LATERAL (
        SELECT count(DISTINCT s.hold_id) AS holds FROM seats s
        WHERE s.show_id = w.show_id AND s.status = 'held' AND s.hold_until > clock_timestamp()) h
      WHERE w.next_lapse IS NOT NULL`,
  });
  return rows[0]?.holds ?? 0;
}
