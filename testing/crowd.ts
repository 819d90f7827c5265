/**
 * A crowd that holds, buys, lets go and cancels at random, and remembers what it was promised. Afterwards the
 * promises are held against Postgres: every one is kept, and nothing was sold that nobody was told of.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Booking, RefusalCode } from "#contract/outcomes";
import type { Buyer } from "#testing/buyer";
import type { Random } from "#testing/random";

const ROWS = ["A", "B", "C", "D", "E"] as const;

export interface Visit {
  /** Acknowledged bookings by their keys; those whose cancellation was acknowledged are not among them. */
  kept: Map<string, Booking>;
  cancelled: Set<string>;
  /** Sales whose outcome the buyer does not know: `pending`, `unavailable`, or no answer at all. */
  uncertain: Map<string, Attempted>;
  /** Every code that was heard. */
  refusals: Set<RefusalCode>;
}

type Attempted = { holdId: string } | { seats: string[] };

export interface Crowd {
  visits: Visit[];
  /** Sales that were acknowledged so far. */
  sales(): number;
  isShopping(): boolean;
  /** Resolves when all have gone home; a buyer whose socket is lost goes home early. */
  gone: Promise<void>;
}

export interface CrowdOptions {
  showId: string;
  random: Random;
  /** Asked by each buyer before every round. */
  goesOn: (round: number) => boolean;
  /** How many of a hundred bookings are cancelled at once; with all of them, seats never run out. */
  cancelled?: number;
}

export function sendCrowd(buyers: Buyer[], options: CrowdOptions): Crowd {
  const visits = buyers.map(newVisit);
  let shopping = true;
  const tours = visits.map(async (visit, at) => {
    const buyer = buyers[at];
    if (buyer) await shop(buyer, visit, options, randomUUID()).catch(() => {});
  });
  return {
    visits,
    sales: () => visits.reduce((sum, { kept, cancelled }) => sum + kept.size + cancelled.size, 0),
    isShopping: () => shopping,
    gone: Promise.all(tours).then(() => {
      shopping = false;
    }),
  };
}

async function shop(buyer: Buyer, visit: Visit, options: CrowdOptions, name: string): Promise<void> {
  const { showId, random } = options;
  for (let round = 0; options.goesOn(round); round += 1) {
    const seats = randomSeats(random);
    const key = `${name}-${round}`;
    if (random.chance(20)) await buy(buyer, visit, key, showId, { seats });
    else await holdFirst(buyer, visit, key, options, seats);
    const booking = visit.kept.get(key);
    if (booking && random.chance(options.cancelled ?? 60)) await cancel(buyer, visit, key, booking.reference);
  }
}

async function holdFirst(
  buyer: Buyer,
  visit: Visit,
  key: string,
  { showId, random }: CrowdOptions,
  seats: string[],
): Promise<void> {
  const held = await buyer.ask("seat:hold", { showId, seats });
  if (!held.ok) {
    visit.refusals.add(held.code);
    return;
  }
  const { id: holdId } = held.hold;
  if (random.chance(40)) await buyer.ask("hold:release", { holdId });
  else await buy(buyer, visit, key, showId, { holdId });
}

/** Asks once more for everything that was left uncertain, as a careful buyer does. */
export async function askAgain(buyer: Buyer, visit: Visit, showId: string): Promise<void> {
  for (const [key, attempted] of [...visit.uncertain]) await buy(buyer, visit, key, showId, attempted);
}

async function buy(
  buyer: Buyer,
  visit: Visit,
  idempotencyKey: string,
  showId: string,
  what: Attempted,
): Promise<void> {
  // Uncertain until it is answered.
  visit.uncertain.set(idempotencyKey, what);
  const sold = await ("holdId" in what
    ? buyer.ask("booking:confirm", { ...what, idempotencyKey })
    : buyer.ask("seat:book", { ...what, showId, idempotencyKey }));
  if (sold.ok) visit.kept.set(idempotencyKey, sold.booking);
  else visit.refusals.add(sold.code);
  if (sold.ok || (sold.code !== "pending" && sold.code !== "unavailable"))
    visit.uncertain.delete(idempotencyKey);
}

async function cancel(buyer: Buyer, visit: Visit, key: string, reference: string): Promise<void> {
  // A cancellation without an answer may have been carried out: nothing is promised any more.
  visit.kept.delete(key);
  visit.cancelled.add(reference);
  const answer = await buyer.ask("booking:cancel", { reference });
  if (!answer.ok) visit.refusals.add(answer.code);
}

/** What Postgres has otherwise than the buyers were told; empty when every promise is kept. */
export async function brokenPromises(visits: Visit[], sql: pg.Pool, showId: string): Promise<string[]> {
  const { rows } = await sql.query<{ key: string; reference: string; seats: string[]; cancelled: boolean }>(
    `SELECT b.idempotency_key AS key, b.reference, b.cancelled_at IS NOT NULL AS cancelled,
            (SELECT array_agg(s.label ORDER BY s.seat) FROM booking_seats o JOIN seats s USING (show_id, seat)
             WHERE o.show_id = b.show_id AND o.reference = b.reference) AS seats
     FROM bookings b WHERE b.show_id = $1`,
    [showId],
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  const broken: string[] = [];
  const known = new Set<string>();
  for (const { kept, cancelled, uncertain } of visits) {
    for (const [key, { reference, seats }] of kept) {
      const row = stored.get(key);
      const same = row?.reference === reference && !row.cancelled && sameSeats(row.seats, seats);
      if (!same)
        broken.push(`${key} was promised ${reference} ${seats}, Postgres has ${JSON.stringify(row)}`);
      known.add(reference);
    }
    for (const reference of cancelled) known.add(reference);
    for (const key of uncertain.keys()) known.add(stored.get(key)?.reference ?? "");
  }
  for (const { key, reference } of rows) {
    if (!known.has(reference)) broken.push(`${key} was sold as ${reference}, and its buyer was refused`);
  }
  return broken;
}

function newVisit(): Visit {
  return { kept: new Map(), cancelled: new Set(), uncertain: new Map(), refusals: new Set() };
}

function sameSeats(a: string[], b: string[]): boolean {
  return a.toSorted().join() === b.toSorted().join();
}

function randomSeats(random: Random): string[] {
  const seats = new Set<string>();
  const wanted = 1 + random.below(3);
  while (seats.size < wanted) seats.add(`${random.pick(ROWS)}${1 + random.below(16)}`);
  return [...seats];
}
