/** The buyers' process: opens sockets, asks through all of them until a total is reached, and reports the rate. */
import { io } from "socket.io-client";
import type { BenchSeat } from "./bench-shows";

export interface Assignment {
  url: string;
  sockets: number;
  event: "echo" | "seat:book";
  /** Asked for in turn. */
  seats: BenchSeat[];
  total: number;
}

export interface Report {
  perSecond: number;
  granted: number;
}

process.on("message", async (assignment: Assignment) => {
  process.send?.(await carryOut(assignment));
});

async function carryOut({ url, sockets, event, seats, total }: Assignment): Promise<Report> {
  const open = Array.from({ length: sockets }, () => io(url, { transports: ["websocket"], forceNew: true }));
  await Promise.all(open.map((socket) => new Promise<void>((resolve) => socket.once("connect", resolve))));
  let next = 0;
  let granted = 0;
  const startedAt = performance.now();
  await Promise.all(
    open.map(async (socket) => {
      while (next < total) {
        const at = next;
        next += 1;
        const seat = seats[at % seats.length];
        const answer = await socket.emitWithAck(event, {
          showId: seat?.showId,
          seats: [seat?.label],
          idempotencyKey: `${event}-${at}`,
        });
        if (answer.ok) granted += 1;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const socket of open) socket.disconnect();
  return { perSecond: total / seconds, granted };
}
