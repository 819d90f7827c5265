/** S17: what is sold of a show that has begun, by the clock of the database. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { refuse } from "#contract/outcomes";
import { DEMO_SHOW } from "#db/programme";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const SOON_MS = 3_000;

let services: TestServices;
let office: TestBoxOffice;
let shows: string[];

beforeAll(async () => {
  services = await startServices();
  office = await openBoxOffice(services.databaseUrl, services.redisUrl);
  const { rows } = await services.sql.query<{ id: string }>(
    "SELECT show_id AS id FROM shows WHERE auditorium_id = 'studio' ORDER BY starts_at DESC LIMIT 3",
  );
  shows = rows.map(({ id }) => id);
});
afterAll(async () => {
  await office.close();
  await services.remove();
});

/** A show whose seats nobody has asked for yet, with two free ones. */
async function showThatBegins(inMs: number): Promise<{ showId: string; free: string; other: string }> {
  const showId = shows.pop() ?? "";
  await services.sql.query(
    "UPDATE shows SET starts_at = now() + make_interval(secs => $2::float8 / 1000) WHERE show_id = $1",
    [showId, inMs],
  );
  const { rows } = await services.sql.query<{ label: string }>(
    "SELECT label FROM seats WHERE show_id = $1 AND status = 'available' AND price_class = 'standard' LIMIT 2",
    [showId],
  );
  const [free = "", other = ""] = rows.map(({ label }) => label);
  return { showId, free, other };
}

async function untilBegun(showId: string): Promise<void> {
  await until("the show has begun", async () => {
    const { rows } = await services.sql.query(
      "SELECT FROM shows WHERE show_id = $1 AND starts_at < now() - interval '500 ms'",
      [showId],
    );
    return rows.length === 1;
  });
}

it("S17 a hold and a booking of a free seat are refused once the show has begun, and the refusal says so", async () => {
  const { showId, free } = await showThatBegins(-1_000);
  const answers = [
    await office.boxOffice.hold({ buyer: "an", showId, seats: [free] }),
    await office.boxOffice.book({ buyer: "an", showId, seats: [free], idempotencyKey: "k" }),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: false, code: "invalid" });
    if (answer.ok) continue;
    expect(refuse(answer.code, "en", answer).message).toBe(
      "This show has begun. Its seats are no longer sold.",
    );
    expect(refuse(answer.code, "vi", answer).message).toBe("Suất chiếu đã bắt đầu, không còn bán ghế.");
  }
  const { rows } = await services.sql.query<{ status: string }>(
    "SELECT status FROM seats WHERE show_id = $1 AND label = $2",
    [showId, free],
  );
  expect(rows).toEqual([{ status: "available" }]);
});

it("S17 a hold taken before the start is found again, extended and confirmed after it, but does not grow", async () => {
  const { boxOffice } = office;
  const { showId, free, other } = await showThatBegins(SOON_MS);
  const order = { buyer: "an", showId, seats: [free] };
  const held = await boxOffice.hold(order);
  if (!held.ok) throw new Error(held.code);
  await untilBegun(showId);
  expect(await boxOffice.hold(order)).toMatchObject({ ok: true, hold: { id: held.hold.id } });
  expect(await boxOffice.hold({ ...order, seats: [free, other] })).toMatchObject({ code: "invalid" });
  const { id: holdId } = held.hold;
  expect(await boxOffice.extend({ buyer: "an", holdId })).toMatchObject({ ok: true });
  const sold = await boxOffice.confirm({ buyer: "an", holdId, idempotencyKey: "late" });
  expect(sold).toMatchObject({ ok: true, booking: { seats: [free] } });
});

it("S12 S17 a booking whose answer was lost is answered after the start; others hear that the seat is taken", async () => {
  const { boxOffice } = office;
  const { showId, free } = await showThatBegins(SOON_MS);
  const order = { buyer: "an", showId, seats: [free], idempotencyKey: "just in time" };
  const sold = await boxOffice.book(order);
  await untilBegun(showId);
  expect(await boxOffice.book(order)).toEqual(sold);
  expect(sold).toMatchObject({ ok: true, booking: { seats: [free] } });
  expect(await boxOffice.book({ ...order, buyer: "binh" })).toMatchObject({ code: "seat_taken" });
});

it("S17 the demo show is never too late", async () => {
  await services.sql.query("UPDATE shows SET starts_at = now() - interval '3 days' WHERE show_id = $1", [
    DEMO_SHOW.id,
  ]);
  const held = await office.boxOffice.hold({ buyer: "an", showId: DEMO_SHOW.id, seats: ["A1"] });
  expect(held).toMatchObject({ ok: true });
});
