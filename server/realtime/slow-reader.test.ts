/** F7: a viewer who does not read, on a real connection whose buffers fill up. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Buyer, newCookie, openBuyer } from "#testing/buyer";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { openRawSocket } from "#testing/raw-socket";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { openViewer, untilTrue } from "#testing/viewer";

const showId = "demo";
/** More than the buffers of the operating system hold of answers this large. */
const ASKED_AT_MOST = 4_000;
const ASKED_AT_ONCE = 50;

let services: TestServices;
let node: TestNode;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, { BROADCAST_TICK_MS: "0" });
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

it("F7 is cut when too much waits for it, and nobody else notices", async () => {
  const cookie = await newCookie(node.url);
  const buyer = await openBuyer(node.url, { cookie });
  await buySeats(buyer);
  const viewer = await openViewer(node.url, showId);
  const raw = await openRawSocket(node.url, { cookie });
  raw.send("40");
  await until("it is connected", () => raw.frames.some((frame) => frame.startsWith("40")));
  raw.stopReading();

  let asked = 0;
  const isCut = async () => (await metric(node.url, "sockets_cut_total")) > 0;
  while (!(await isCut())) {
    if (asked >= ASKED_AT_MOST) throw new Error(`it was not cut after ${asked} unread answers`);
    for (let more = 0; more < ASKED_AT_ONCE; more += 1) {
      raw.send(`42${asked}["show:join",{"showId":"${showId}"}]`);
      asked += 1;
    }
    const hold = await buyer.ask("seat:hold", { showId, seats: ["K1"] });
    if (hold.ok) await buyer.ask("hold:release", { holdId: hold.hold.id });
  }

  raw.readOn();
  await until("its connection is closed", () => raw.isClosed());
  expect(await metric(node.url, "sockets_cut_total")).toBe(1);
  await until("it is forgotten", async () => (await metric(node.url, "sockets_connected")) === 2);
  await untilTrue(viewer, services.sql, showId);
  viewer.close();
  buyer.close();
});

/** A buyer with many bookings gets long answers, so that few of them fill the buffers. */
async function buySeats(buyer: Buyer): Promise<void> {
  for (const row of ["A", "B", "C", "D", "E", "F"]) {
    for (let number = 1; number <= 16; number += 1) {
      const seats = [`${row}${number}`];
      await buyer.ask("seat:book", { showId, seats, idempotencyKey: `${row}${number}` });
    }
  }
}
