/**
 * The same sales and refusals through real sockets, from another process, against the least a Socket.io server
 * can do: acknowledge.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { pino } from "pino";
import { Server } from "socket.io";
import { readConfig } from "#server/config";
import { startNode } from "#server/node";
import { createBenchShows } from "./bench-shows";
import type { Benchmark, Findings, Say, Table } from "./benchmark";
import type { BenchServices } from "./services";
import type { Assignment, Report } from "./socket-buyers-process";
import { figure, percentile } from "./tables";

const CONCURRENCY = [64, 256];
const ECHOES = 30_000;
const REFUSALS = 30_000;
const SALES = 6_000;
/** Everyone is measured this often, in turns, and the middle counts; the first time, which warms up, does not. */
const ROUNDS = 4;

export const socketsBenchmark: Benchmark = { name: "sockets", run };

async function run(services: BenchServices, say: Say): Promise<Findings> {
  const config = readConfig({
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    HOST: "127.0.0.1",
    PORT: "0",
    WEB: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
  });
  const node = await startNode(config, pino({ level: "silent" }));
  const echoServer = await startEcho();
  const buyers = fork(new URL("./socket-buyers-process.ts", import.meta.url), {
    execArgv: ["--import", "tsx"],
  });
  try {
    const tables: Table[] = [];
    for (const sockets of CONCURRENCY) {
      const rates = { echoed: [] as number[], refused: [] as number[], sold: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        say(`${sockets} sockets, round ${round}`);
        const name = `sockets-${sockets}-${round}`;
        const [hot, ...seats] = (await createBenchShows(services.databaseUrl, name, 10)).slice(0, SALES);
        if (!hot) throw new Error("no seat");
        const booking = { url: urlOf(node.port), sockets, event: "seat:book" as const };
        const first = await assign(buyers, { ...booking, sockets: 1, seats: [hot], total: 1 });
        const echo = { url: echoServer.url, sockets, event: "echo" as const };
        const echoed = await assign(buyers, { ...echo, seats: [hot], total: ECHOES });
        const refused = await assign(buyers, { ...booking, seats: [hot], total: REFUSALS });
        const sold = await assign(buyers, { ...booking, seats, total: seats.length });
        if (first.granted !== 1) throw new Error("a free seat was refused");
        if (sold.granted !== seats.length)
          throw new Error(`${sold.granted} of ${seats.length} free seats were sold`);
        if (refused.granted !== 0) throw new Error("a sold seat was sold again");
        if (round === 0) continue;
        rates.echoed.push(echoed.perSecond);
        rates.sold.push(sold.perSecond);
        rates.refused.push(refused.perSecond);
      }
      const middle = (measured: number[]) =>
        percentile(
          measured.toSorted((a, b) => a - b),
          0.5,
        );
      const echoed = middle(rates.echoed);
      const row = (name: string, perSecond: number) => [
        name,
        figure(Math.round(perSecond)),
        `${figure(perSecond / echoed)}×`,
      ];
      tables.push({
        caption: `Answers per second through ${sockets} sockets`,
        columns: ["", "per second", "against the echo"],
        rows: [
          row("Bare Socket.io acknowledgement", echoed),
          row("Refusals", middle(rates.refused)),
          row("Sales", middle(rates.sold)),
        ],
      });
    }
    return {
      title: "Through sockets",
      text: "One server process, one process of buyers, each socket asking again as soon as it is answered.",
      tables,
      plots: [],
    };
  } finally {
    buyers.kill();
    await echoServer.close();
    await node.stop();
  }
}

async function startEcho(): Promise<{ url: string; close(): Promise<void> }> {
  const http = createServer();
  const io = new Server(http, { transports: ["websocket"], serveClient: false });
  io.on("connection", (socket) => {
    socket.on("echo", (_payload: unknown, ack: (answer: unknown) => void) =>
      ack({ ok: false, code: "seat_taken" }),
    );
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("the echo server has no port");
  return { url: urlOf(address.port), close: async () => void (await io.close()) };
}

async function assign(buyers: ChildProcess, assignment: Assignment): Promise<Report> {
  const answer = once(buyers, "message");
  buyers.send(assignment);
  const [report] = await answer;
  return report;
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
