/** Two thousand pages lose their socket and come back at once, each to join its show: buyers must not notice. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { openNetwork } from "#testing/network";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { openRawSocket, type RawSocket } from "#testing/raw-socket";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const SOCKETS = 2_000;
const SHOWS = 20;
const BUYERS = 10;
/** With it the maps of all shows take longer than a connection is waited for. */
const REPLIES_TAKE_MS = 200;

let services: TestServices;
let node: NodeProcess;
let buyers: Buyer[];
let showIds: string[];
const sockets: RawSocket[] = [];

beforeAll(async () => {
  services = await startServices();
  node = await startNodeProcess(services);
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => openBuyer(node.url)));
  const { rows } = await services.sql.query<{ id: string }>(
    "SELECT show_id AS id FROM shows WHERE starts_at > now() ORDER BY show_id",
  );
  showIds = rows.map(({ id }) => id);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const buyer of buyers) buyer.close();
  await node.kill();
  await services.remove();
});

/** Connects and joins, and stays; answers what its join was answered. */
async function comeBack(url: string, showId: string | undefined): Promise<{ ok: boolean }> {
  const socket = await openRawSocket(url);
  sockets.push(socket);
  socket.send("40");
  await socket.frame("40");
  socket.send(`420["show:join",{"showId":"${showId}"}]`);
  const [answer] = JSON.parse((await socket.frame("430")).slice("430".length));
  return answer;
}

/**
 * Holds, buys and cancels one seat again and again, and notes every answer. Where the machine has no time for the node
 * a buyer may hear that nobody knows yet, and has done then.
 */
async function shop(buyer: Buyer, label: string, isOver: () => boolean, codes: string[]): Promise<void> {
  const noted = <T extends { ok: true } | { ok: false; code: string }>(answer: T): T => {
    codes.push(answer.ok ? "ok" : answer.code);
    return answer;
  };
  for (let round = 0; !isOver(); round += 1) {
    const held = noted(await buyer.ask("seat:hold", { showId: "demo", seats: [label] }));
    if (!held.ok) return;
    const order = { holdId: held.hold.id, idempotencyKey: `${label} ${round}` };
    const sold = noted(await buyer.ask("booking:confirm", order));
    if (!sold.ok) return;
    const { reference } = sold.booking;
    if (!noted(await buyer.ask("booking:cancel", { reference })).ok) return;
    await delay(20);
  }
}

it(`X7 ${SOCKETS} sockets that join at once make no sale unavailable, and the node stays ready`, async () => {
  let over = false;
  const codes: string[] = [];
  const shopping = buyers.map((buyer, at) => shop(buyer, `A${at + 1}`, () => over, codes));
  const statuses: number[] = [];
  const looking = (async () => {
    while (!over) {
      statuses.push((await request(node.url, "GET", "/readyz")).status);
      await delay(50);
    }
  })();
  let joins: { ok: boolean }[] = [];
  try {
    await until("sales are under way", () => codes.length > BUYERS * 3);
    const shows = showIds.slice(0, SHOWS);
    joins = await Promise.all(
      Array.from({ length: SOCKETS }, (_, at) => comeBack(node.url, shows[at % SHOWS])),
    );
  } finally {
    over = true;
    await Promise.all([looking, ...shopping]);
  }
  expect(codes.filter((code) => code !== "ok" && code !== "pending")).toEqual([]);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(joins.filter(({ ok }) => !ok)).toEqual([]);
});

it("X7 every show joined at once, by a slow way to Postgres, is joined", async () => {
  const network = await openNetwork(services.databaseUrl);
  const far = await startNodeProcess({ ...services, databaseUrl: network.url });
  network.slowDown({ requestsMs: 0, repliesMs: REPLIES_TAKE_MS });
  const joins = await Promise.all(showIds.map((showId) => comeBack(far.url, showId)));
  expect(joins.length).toBeGreaterThan(40);
  expect(joins.filter(({ ok }) => !ok)).toEqual([]);
  await far.kill();
  await network.close();
});
