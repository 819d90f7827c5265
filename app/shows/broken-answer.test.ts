/** A server whose answers are not what they should be, over real sockets. */
import { once } from "node:events";
import { createServer } from "node:http";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { expect, it, onTestFinished } from "vitest";
import type { Hold } from "#contract/outcomes";
import { until } from "#testing/until";
import { ShowConnection } from "../lib/live-show/show-connection";
import { ShowStore } from "../lib/live-show/show-store";
import { BuyerActions } from "./buyer-actions";
import { planOf, seatIn } from "./seat-plan/seat-plan.testing";

const plan = planOf("ss");

async function openPage(answers: (Hold | undefined)[]) {
  const http = createServer();
  const server = new Server(http);
  const holds: Hold[] = [];
  server.on("connection", (socket) => {
    socket.on("show:join", (_, ack) =>
      ack({ ok: true, version: 1, changes: [], holds, bookings: [], serverNow: Date.now() }),
    );
    socket.on("seat:hold", (_, ack: (answer: object) => void) => {
      const hold = answers.shift();
      if (hold) holds.push(hold);
      ack({ ok: true, serverNow: Date.now(), ...(hold && { hold }) });
    });
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  const address = http.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const store = new ShowStore({ version: 1, seats: "aa" }, ["A1", "A2"]);
  const connection = new ShowConnection("demo", store, async () =>
    io(`http://127.0.0.1:${port}`, { transports: ["websocket"], forceNew: true, autoConnect: false }),
  );
  const stop = connection.start();
  onTestFinished(async () => {
    stop();
    await server.close();
  });
  await until("the page is live", () => connection.state.get() === "live");
  return { store, connection, buyer: new BuyerActions(connection, plan, 8) };
}

it("M5 one click that fails keeps no later one from its seat", async () => {
  const hold = {
    id: "demo.x",
    showId: "demo",
    seats: ["A2"],
    expiresAt: Date.now() + 60_000,
    extendable: true,
  };
  const { store, connection, buyer } = await openPage([undefined, hold]);
  buyer.toggle(seatIn(plan, "A1"));
  const notice = await until("the buyer is told", () => buyer.notice.get());
  expect(notice).toEqual({ kind: "lost" });
  await until("what is true is known again", () => connection.state.get() === "live");
  expect(store.view(0)).toBe("available");
  buyer.toggle(seatIn(plan, "A2"));
  await until("the next seat is had", () => store.view(1) === "mine");
});
