/**
 * The server's process, of one of two kinds. `last-seat` is a whole node. `plain` does as the article does: one
 * emit to the room for each changed seat. Both hear of changes in the same way, from Redis, so that what they
 * cost is what telling the viewers costs.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { Redis } from "ioredis";
import { pino } from "pino";
import { Server } from "socket.io";
import { readConfig } from "#server/config";
import { startNode } from "#server/node";

export type ServerKind = "last-seat" | "plain";

const [kind, databaseUrl, redisUrl] = process.argv.slice(2);
if (!databaseUrl || !redisUrl)
  throw new Error("usage: server-process.ts last-seat|plain DATABASE_URL REDIS_URL");
const port = kind === "plain" ? await startPlain(redisUrl) : await startLastSeat(databaseUrl, redisUrl);
process.send?.({ port });

async function startLastSeat(database: string, redis: string): Promise<number> {
  const config = readConfig({
    DATABASE_URL: database,
    REDIS_URL: redis,
    HOST: "127.0.0.1",
    PORT: "0",
    WEB: "off",
    LOG_LEVEL: "silent",
    // Thousands of viewers come from one address.
    RATE_LIMITS: "off",
  });
  return (await startNode(config, pino({ level: "silent" }))).port;
}

async function startPlain(redis: string): Promise<number> {
  const http = createServer();
  const io = new Server(http, { transports: ["websocket"], serveClient: false });
  io.on("connection", (socket) => {
    socket.on("show:join", async ({ showId }: { showId: string }, joined: () => void) => {
      await socket.join(showId);
      joined();
    });
  });
  const subscriber = new Redis(redis);
  await subscriber.psubscribe("*:changes");
  subscriber.on("pmessage", (_pattern, _channel, message) => {
    const batch: { showId: string; from: number; changes: [seat: number, status: string][] } =
      JSON.parse(message);
    for (const [at, [seat, status]] of batch.changes.entries()) {
      io.to(batch.showId).emit("seat:updated", { seatId: seat, status, version: batch.from + at + 1 });
    }
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("the plain server has no port");
  return address.port;
}
