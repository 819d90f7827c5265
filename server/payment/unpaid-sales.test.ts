/** Every door of the box office is tried with a held seat; which of them sell one that nobody has paid for? */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ClientToServerEvents } from "#contract/events";
import { type Buyer, openBuyer } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";

interface Description {
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  requestBody?: { content: { "application/json": { schema: { properties: Record<string, object> } } } };
}
interface Door {
  name: string;
  enter(buyer: Buyer, held: Held): Promise<unknown>;
}
interface Held {
  holdId: string;
  seat: string;
}

const PAY = "POST /api/holds/{holdId}/pay";
/** The compiler asks for every event there is. */
const EVENTS: Record<keyof ClientToServerEvents, true> = {
  "show:join": true,
  "show:leave": true,
  "seat:hold": true,
  "hold:extend": true,
  "hold:release": true,
  "booking:confirm": true,
  "booking:cancel": true,
  "seat:book": true,
  "lab:join": true,
  "lab:steps": true,
  "lab:leave": true,
  "lab:game:join": true,
  "lab:game:move": true,
  "lab:game:give-up": true,
};

let services: TestServices;
let demo: TestNode;
let production: TestNode;
let doors: Door[];

beforeAll(async () => {
  services = await startServices();
  [demo, production] = await Promise.all([
    startTestNode(services, { DEMO: "on" }),
    startTestNode(services, { DEMO: "off" }),
  ]);
  doors = [...Object.keys(EVENTS).map(eventDoor), ...(await describe(demo)).flatMap(routeDoor)];
});
afterAll(async () => {
  await Promise.all([demo.stop(), production.stop()]);
  await services.remove();
});

it("P10 with DEMO=off no event and no route sells a seat but the one that takes a payment", async () => {
  expect(await doorsThatSell(production)).toEqual([PAY]);
});

it("P10 with DEMO=on a lesson or a load test sells without a payment", async () => {
  expect((await doorsThatSell(demo)).toSorted()).toEqual([
    "POST /api/holds/{holdId}/confirm",
    PAY,
    "POST /api/seats/book",
    "booking:confirm",
    "seat:book",
  ]);
});

it("P10 with DEMO=off what is closed is not found, and nobody is told of it", async () => {
  const buyer = await openBuyer(production.url);
  const order = { holdId: "demo.0123456789abcdef", showId: "demo", seats: ["A1"], idempotencyKey: "k" };
  for (const event of ["booking:confirm", "seat:book"]) {
    expect(await buyer.send(event, order), event).toMatchObject({ ok: false, code: "not_found" });
  }
  buyer.close();
  const described = Object.fromEntries((await describe(production)).map(([path]) => [path, true]));
  for (const path of ["/api/holds/{holdId}/confirm", "/api/seats/book", "/api/demo/reset"]) {
    expect(described).not.toHaveProperty([path]);
  }
  expect(described).toHaveProperty(["/api/holds/{holdId}/pay"]);
});

async function doorsThatSell(node: TestNode): Promise<string[]> {
  const buyer = await openBuyer(node.url);
  const selling: string[] = [];
  for (const { name, enter } of doors) {
    const held = await holdSomeSeat(buyer);
    const before = await soldSeats();
    await enter(buyer, held);
    if ((await soldSeats()) > before) selling.push(name);
    await buyer.ask("hold:release", { holdId: held.holdId });
  }
  buyer.close();
  return selling;
}

async function describe(node: TestNode): Promise<[path: string, Record<string, Operation>][]> {
  const description: Description = await (await fetch(`${node.url}/api/openapi.json`)).json();
  return Object.entries(description.paths);
}

function eventDoor(name: string): Door {
  return { name, enter: (buyer, held) => buyer.send(name, valuesFor(held)) };
}

/** Races of the lab are on tables of their own, and take their time. */
function routeDoor([path, methods]: [string, Record<string, Operation>]): Door[] {
  if (path.startsWith("/api/lab/")) return [];
  return Object.entries(methods).map(([method, { requestBody }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    enter(buyer, held) {
      const values: Record<string, unknown> = valuesFor(held);
      const fields = Object.keys(requestBody?.content["application/json"].schema.properties ?? {});
      const body = Object.fromEntries(fields.map((field) => [field, values[field]]));
      const actual = path.replace(/\{(\w+)\}/g, (_, field: string) => String(values[field]));
      return buyer.http(method.toUpperCase(), actual, requestBody && body);
    },
  }));
}

function valuesFor({ holdId, seat }: Held) {
  return {
    showId: "demo",
    holdId,
    seats: [seat],
    seatId: seat,
    reference: "ACDEFGHJ",
    idempotencyKey: holdId,
    name: "Minh",
    email: "minh@example.com",
    card: { number: "4242424242424242", expiry: "12/40", cvc: "123" },
  };
}

async function holdSomeSeat(buyer: Buyer): Promise<Held> {
  const { rows } = await services.sql.query<{ label: string }>(
    "SELECT label FROM seats WHERE show_id = 'demo' AND status = 'available' ORDER BY seat LIMIT 1",
  );
  const seat = rows[0]?.label ?? "";
  const answer = await buyer.ask("seat:hold", { showId: "demo", seats: [seat] });
  if (!answer.ok) throw new Error(answer.message);
  return { holdId: answer.hold.id, seat };
}

async function soldSeats(): Promise<number> {
  const { rows } = await services.sql.query("SELECT count(*)::int AS sold FROM booking_seats");
  return rows[0].sold;
}
