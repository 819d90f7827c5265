import type pg from "pg";

export interface SeatsOfShow {
  showId: string;
  seats: number[];
}

const SQL = `
  SELECT DISTINCT w.request
  FROM unnest($1::int[], $2::text[], $3::smallint[]) AS w (request, show_id, seat)
  JOIN seats s ON s.show_id = w.show_id AND s.seat = w.seat
  WHERE s.status = 'available' OR (s.status = 'held' AND s.hold_until <= now())`;

/** Whether a grant of these seats would be a new one: at least one of them is nobody's. In the order asked. */
export async function anyFreeSeat(pool: pg.Pool, asked: SeatsOfShow[]): Promise<boolean[]> {
  const wants = asked.flatMap(({ showId, seats }, request) =>
    seats.map((seat) => ({ request, showId, seat })),
  );
  const { rows } = await pool.query<{ request: number }>({
    name: "any-free-seat",
    text: SQL,
    values: [
      wants.map(({ request }) => request),
      wants.map(({ showId }) => showId),
      wants.map(({ seat }) => seat),
    ],
  });
  const free = new Set(rows.map(({ request }) => request));
  return asked.map((_, request) => free.has(request));
}
