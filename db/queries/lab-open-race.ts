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
 * For the box office's own engine: a show with one seat, in a room of its own. It began long ago, so no
 * programme lists it, and it is pruned with the race.
 */
export async function openShow(db: pg.Pool, showId: string, seat: string): Promise<void> {
  const [, row = "A", number = "1"] = /^([A-Z]+)(\d+)$/.exec(seat) ?? [];
  const layout = { rows: [{ label: row, cells: "s".repeat(Number(number)) }] };
  await db.query(
    `WITH room AS (
       INSERT INTO auditoriums (id, name, layout)
       VALUES ($1::text, '{"en": "The lab", "vi": "Phòng thí nghiệm"}', $2::jsonb)
       RETURNING id
     ), screening AS (
       INSERT INTO shows (id, movie_id, auditorium_id, starts_at, prices)
       SELECT $1::text, (SELECT id FROM movies ORDER BY id LIMIT 1), room.id, now() - interval '1 day',
              '{"standard": 0, "vip": 0, "couple": 0, "wheelchair": 0}'
       FROM room RETURNING id
     )
     INSERT INTO seats (show_id, seat, label, price_class)
     SELECT screening.id, n - 1, $3::text || n, 'standard'
     FROM screening, generate_series(1, $4::integer) AS n /* referee */`,
    [showId, JSON.stringify(layout), row, Number(number)],
  );
}
