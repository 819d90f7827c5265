/** X5: a node that is asked to stop (SIGTERM) while buyers wait for their answers. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Buyer, type HttpAnswer, openBuyer, request } from "#testing/buyer";
import { readiness, startTestNode, type TestNode } from "#testing/node";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { lockSeats } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
let services: TestServices;
let survivor: TestNode;
let leaving: NodeProcess;
let buyers: Buyer[];

beforeAll(async () => {
  services = await startServices();
  survivor = await startTestNode(services);
});
beforeEach(async () => {
  await request(survivor.url, "POST", "/api/demo/reset");
  leaving = await startNodeProcess(services);
  buyers = await Promise.all(Array.from({ length: 3 }, () => openBuyer(leaving.url)));
});
afterEach(async () => {
  for (const buyer of buyers) buyer.close();
  await leaving.kill();
});
afterAll(async () => {
  await survivor.stop();
  await services.remove();
});

it("X5 answers what is under way at both doors, is no longer ready, and ends well", async () => {
  const [one, two] = buyers;
  const lock = await lockSeats(services.sql, showId, ["A1", "A2"]);
  const said = one?.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" });
  await lock.untilWaiting(1);
  const written: Promise<HttpAnswer<unknown>> | undefined = two?.http("POST", "/api/seats/book", {
    seatId: "A2",
  });
  await lock.untilWaiting(2);
  const exit = leaving.stop();
  await until("it says that it stops", async () => (await readiness(leaving.url)) === "stopping");
  await lock.release();
  expect(await said).toMatchObject({ ok: true, booking: { seats: ["A1"] } });
  expect((await written)?.status).toBe(200);
  expect(await exit).toBe(0);
  expect(leaving.said()).toBe("");
  const { rows } = await services.sql.query<{ label: string }>(
    "SELECT label FROM seats WHERE show_id = $1 AND status = 'booked' ORDER BY seat",
    [showId],
  );
  expect(rows).toEqual([{ label: "A1" }, { label: "A2" }]);
});

it("X5 ends although a buyer's socket stays open and silent, and lets it go in a way that it comes back from", async () => {
  const lost = new Promise((resolve) => buyers[0]?.socket.once("disconnect", resolve));
  expect(await leaving.stop()).toBe(0);
  // After "io server disconnect" a client stays away until somebody tells it to connect.
  expect(await lost).toBe("transport close");
});
