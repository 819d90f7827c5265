/**
 * Fills a database with a cinema: movies, auditoriums, and the shows of the coming days in Vietnam time,
 * some of whose seats are already sold. Everything is derived from the date, so seeding twice changes nothing,
 * and seeding on a later day adds the days that have come nearer.
 */
import pg from "pg";
import { seatsOf } from "#contract/layout";
import { runAsCommand } from "./command";
import { AUDITORIUMS, type Auditorium, DEMO_SHOW, MOVIES } from "./programme";

const DAYS_AHEAD = 5;
/** Vietnam has no summer time. */
const VIETNAM_OFFSET = "+07:00";
const DAY_MS = 86_400_000;
/** A demo show that would begin sooner is tomorrow's: nobody who starts it now has it begin under their hands. */
const DEMO_LEAD_MS = 2 * 3_600_000;
/** Whoever seeds waits for another who does, but if its process stands still nobody waits for it. */
const TIMEOUTS =
  "-c statement_timeout=60000 -c lock_timeout=60000 -c idle_in_transaction_session_timeout=5000";

export async function seedDatabase(databaseUrl: string, now = new Date()): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: TIMEOUTS });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('last-seat seed', 0))");
    await insertProgramme(client);
    for (let day = 0; day < DAYS_AHEAD; day += 1) {
      for (const show of showsOn(dateIn(day, now))) await insertShow(client, show, presoldSeats(show));
    }
    // Last, because its row may be on sale, and is ours from here to the end.
    await insertDemoShow(client, now);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** Whether seeding now would add to a seeded database. */
export async function isProgrammeDue(db: pg.Pool, now = new Date()): Promise<boolean> {
  const last = showsOn(dateIn(DAYS_AHEAD - 1, now)).at(-1);
  const { rows } = await db.query<{ id: string; startsAt: Date }>(
    `SELECT show_id AS id, starts_at AS "startsAt" FROM shows WHERE show_id = ANY ($1::text[])`,
    [[DEMO_SHOW.id, last?.id]],
  );
  const demo = rows.find(({ id }) => id === DEMO_SHOW.id);
  return demo !== undefined && (demo.startsAt <= now || !rows.some(({ id }) => id === last?.id));
}

interface SeededShow {
  id: string;
  movieId: string;
  auditorium: Auditorium;
  startsAt: string;
}

function showsOn(date: string): SeededShow[] {
  const dayNumber = Math.floor(Date.parse(date) / DAY_MS);
  const slots = AUDITORIUMS.flatMap((auditorium) =>
    auditorium.startTimes.map((time) => ({ auditorium, time })),
  );
  return slots.map(({ auditorium, time }, slot) => {
    const movie = MOVIES[(dayNumber * 3 + slot) % MOVIES.length] ?? MOVIES[0];
    if (!movie) throw new Error("The programme has no movies.");
    return {
      id: `${date}-${auditorium.id}-${time.replace(":", "")}`,
      movieId: movie.id,
      auditorium,
      startsAt: `${date}T${time}:00${VIETNAM_OFFSET}`,
    };
  });
}

async function insertProgramme(client: pg.Client): Promise<void> {
  for (const movie of MOVIES) {
    await client.query(
      `INSERT INTO movies (id, title, synopsis, genre, duration_minutes, rating, palette)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
      [
        movie.id,
        JSON.stringify(movie.title),
        JSON.stringify(movie.synopsis),
        JSON.stringify(movie.genre),
        movie.durationMinutes,
        movie.rating,
        JSON.stringify(movie.palette),
      ],
    );
  }
  for (const auditorium of AUDITORIUMS) {
    await client.query(
      "INSERT INTO auditoriums (id, name, layout) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
      [auditorium.id, JSON.stringify(auditorium.name), JSON.stringify(auditorium.layout)],
    );
  }
}

async function insertDemoShow(client: pg.Client, now: Date): Promise<void> {
  const auditorium = AUDITORIUMS.find(({ id }) => id === DEMO_SHOW.auditoriumId);
  if (!auditorium) throw new Error(`The programme has no auditorium ${DEMO_SHOW.auditoriumId}.`);
  const tonight = `${vietnamDate(now)}T${DEMO_SHOW.startTime}:00${VIETNAM_OFFSET}`;
  const tooSoon = Date.parse(tonight) < now.getTime() + DEMO_LEAD_MS;
  const nextEvening = tooSoon ? new Date(Date.parse(tonight) + DAY_MS).toISOString() : tonight;
  await insertShow(client, { ...DEMO_SHOW, auditorium, startsAt: nextEvening }, []);
  await client.query("UPDATE shows SET starts_at = $2 WHERE show_id = $1 AND starts_at <= $3", [
    DEMO_SHOW.id,
    nextEvening,
    now,
  ]);
}

async function insertShow(client: pg.Client, show: SeededShow, presold: number[]): Promise<void> {
  const inserted = await client.query(
    `INSERT INTO shows (show_id, movie_id, auditorium_id, starts_at, prices)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (show_id) DO NOTHING`,
    [show.id, show.movieId, show.auditorium.id, show.startsAt, JSON.stringify(show.auditorium.prices)],
  );
  if (inserted.rowCount === 0) return;
  const seats = seatsOf(show.auditorium.layout);
  await client.query(
    `INSERT INTO seats (show_id, seat, label, price_class)
     SELECT $1, * FROM unnest($2::integer[], $3::text[], $4::price_class[])`,
    [show.id, seats.map((s) => s.index), seats.map((s) => s.label), seats.map((s) => s.priceClass)],
  );
  if (presold.length > 0) await sellAtTheCounter(client, show, presold);
}

/** Seats sold before the website opened: one booking per show, owned by the box office's own counter. */
async function sellAtTheCounter(client: pg.Client, show: SeededShow, presold: number[]): Promise<void> {
  const seats = seatsOf(show.auditorium.layout);
  const prices = presold.map((seat) => show.auditorium.prices[seats[seat]?.priceClass ?? "standard"]);
  const reference = `COUNTER${show.id}`.toUpperCase().replaceAll("-", "");
  const total = prices.reduce((sum, price) => sum + price, 0);
  await client.query(
    `INSERT INTO bookings (reference, buyer, show_id, total, idempotency_key, request_hash)
     VALUES ($1, 'counter', $2, $3, $1, 'counter')`,
    [reference, show.id, total],
  );
  await client.query(
    `INSERT INTO booking_seats (reference, show_id, seat, price)
     SELECT $1, $2, * FROM unnest($3::integer[], $4::integer[])`,
    [reference, show.id, presold, prices],
  );
  await client.query(
    `UPDATE seats SET status = 'booked', fence = fence + 1, booking_reference = $2
     WHERE show_id = $1 AND seat = ANY ($3::integer[])`,
    [show.id, reference, presold],
  );
  await client.query("UPDATE shows SET seats_taken = $2 WHERE show_id = $1", [show.id, presold.length]);
}

/** Groups of two to four neighbours, best rows first, as many as the evening is popular. */
function presoldSeats(show: SeededShow): number[] {
  const random = seededRandom(show.id);
  const popularity = 0.05 + 0.6 * random() ** 2;
  const seats = seatsOf(show.auditorium.layout);
  const rows = show.auditorium.layout.rows.length;
  const chosen = new Set<number>();
  for (let group = 0; group < seats.length && chosen.size < seats.length * popularity; group += 1) {
    const first = seats[Math.floor(random() * seats.length)];
    if (!first || random() < Math.abs(first.y / rows - 0.65)) continue;
    const size = 2 + Math.floor(random() * 3);
    for (const seat of seats) {
      const near = seat.row === first.row && seat.number >= first.number && seat.number < first.number + size;
      if (!near || seat.priceClass === "wheelchair") continue;
      chosen.add(seat.index);
      const partner = seats.find(({ label }) => label === seat.partner);
      if (partner) chosen.add(partner.index);
    }
  }
  return [...chosen].sort((a, b) => a - b);
}

/** A small generator (mulberry32) whose whole sequence follows from a text. */
function seededRandom(seed: string): () => number {
  let state = [...seed].reduce(
    (hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function dateIn(days: number, now: Date): string {
  return vietnamDate(new Date(now.getTime() + days * DAY_MS));
}

function vietnamDate(at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Ho_Chi_Minh" }).format(at);
}

await runAsCommand("seed", seedDatabase);
