/** Shows with enough seats to sell for seconds on end. */
import pg from "pg";
import { seatsOf } from "#contract/layout";

const SEATS_PER_ROW = 50;
const ROWS = 20;

export interface BenchSeat {
  showId: string;
  label: string;
}

const LAYOUT = {
  rows: Array.from({ length: ROWS }, (_, row) => ({
    label: String.fromCharCode(65 + row),
    cells: "s".repeat(SEATS_PER_ROW),
  })),
};

/** Creates shows of a thousand seats each, all available, and answers their seats in a mixed order. */
export async function createBenchShows(
  databaseUrl: string,
  name: string,
  shows: number,
): Promise<BenchSeat[]> {
  const seats = seatsOf(LAYOUT);
  const ids = Array.from({ length: shows }, (_, at) => `bench-${name}-${at}`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO auditoriums (id, name, layout) VALUES ('bench', '{"en":"Bench","vi":"Bench"}', $1) ON CONFLICT DO NOTHING`,
      [JSON.stringify(LAYOUT)],
    );
    await client.query(
      `INSERT INTO shows (show_id, movie_id, auditorium_id, starts_at, prices)
       SELECT id, (SELECT min(id) FROM movies), 'bench', now() + interval '1 day', $2 FROM unnest($1::text[]) id`,
      [ids, JSON.stringify({ standard: 1000, vip: 1000, couple: 1000, wheelchair: 1000 })],
    );
    await client.query(
      `INSERT INTO seats (show_id, seat, label, price_class)
       SELECT id, s.* FROM unnest($1::text[]) id, unnest($2::integer[], $3::text[], $4::price_class[]) s`,
      [ids, seats.map((s) => s.index), seats.map((s) => s.label), seats.map((s) => s.priceClass)],
    );
    await client.query("VACUUM ANALYZE seats");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
  return seats.flatMap(({ label }) => ids.map((showId) => ({ showId, label })));
}
