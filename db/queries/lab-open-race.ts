/** Puts a free seat on sale. The comments keep the referee's own statements out of a race's count. */
import type pg from "pg";

export async function openRace(db: pg.Pool, raceId: string, seat: string): Promise<void> {
  await db.query(
    `INSERT INTO lab_seats (race_id, label) VALUES ($1::text, $2::text)
     ON CONFLICT (race_id, label) DO NOTHING /* referee */`,
    [raceId, seat],
  );
}

/**
 * For the box office's own engine: a show of one row that ends with the seat, in an auditorium of its own. It began long ago, so no
 * programme lists it, and it is pruned with the race.
 */
export async function openShow(db: pg.Pool, showId: string, seat: string): Promise<void> {
  const { row, number } = readLabel(seat);
  const layout = { rows: [{ label: row, cells: "s".repeat(number) }] };
  await db.query(
    `INSERT INTO auditoriums (id, name, layout)
     VALUES ($1::text, '{"en": "The lab", "vi": "Phòng thí nghiệm"}', $2::jsonb) /* referee */`,
    [showId, JSON.stringify(layout)],
  );
  await db.query(
    `INSERT INTO shows (show_id, movie_id, auditorium_id, starts_at, prices)
     SELECT $1::text, min(m.id), $1::text, now() - interval '1 day',
            '{"standard": 0, "vip": 0, "couple": 0, "wheelchair": 0}'::jsonb
     FROM movies m /* referee */`,
    [showId],
  );
  await db.query(
    `INSERT INTO seats (show_id, seat, label, price_class)
     SELECT $1::text, n - 1, $2::text || n, 'standard'::price_class
     FROM generate_series(1, $3::integer) AS n /* referee */`,
    [showId, row, number],
  );
}

/** The number of that seat in its show. */
export function seatNumber(seat: string): number {
  return readLabel(seat).number - 1;
}

function readLabel(seat: string): { row: string; number: number } {
  const [, row = "A", number = "1"] = /^([A-Z]+)(\d+)$/.exec(seat) ?? [];
  return { row, number: Number(number) };
}
