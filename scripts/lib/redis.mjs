// One Redis of our own, on a free loopback port, without a file: guards and rate limits are worth nothing
// after a restart, and the app is built to find an empty Redis.
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ExpectedFailure } from "./expected-failure.mjs";
import { findCommand } from "./find-command.mjs";
import { freePort } from "./ports.mjs";

const START_WITHIN_MS = 15_000;

/** @typedef {import("./processes.mjs").Running & { url: string, port: number }} RunningRedis */

export function findRedisServer() {
  return findCommand(["redis-server", "valkey-server"]);
}

/**
 * @param {import("./processes.mjs").Processes} processes
 * @param {string} program
 * @param {{ folder: string, port?: number, args?: string[] }} options
 * @returns {Promise<RunningRedis>}
 */
export async function startRedisServer(processes, program, { folder, port: fixedPort, args = [] }) {
  mkdirSync(folder, { recursive: true });
  const port = fixedPort ?? (await freePort());
  const settings = {
    port: String(port),
    bind: "127.0.0.1",
    dir: folder,
    logfile: join(folder, `redis-${port}.log`),
    save: "",
    appendonly: "no",
    daemonize: "no",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const running = processes.start("Redis", program, [...flags, ...args], { stdio: "ignore" });
  await untilRedisAnswers(running, port);
  return { ...running, port, url: `redis://127.0.0.1:${port}` };
}

/**
 * @param {import("./processes.mjs").Running} running
 * @param {number} port
 * @param {number} [withinMs]
 */
export async function untilRedisAnswers(running, port, withinMs = START_WITHIN_MS) {
  let ended = false;
  const end = () => {
    ended = true;
  };
  running.exited.then(end, end);
  const deadline = performance.now() + withinMs;
  while (!ended && performance.now() < deadline) {
    if (await answersPing(port)) return;
    await delay(20);
  }
  await running.stop();
  throw new ExpectedFailure(`Redis did not answer on 127.0.0.1:${port}.`);
}

/** @param {number} port */
function answersPing(port) {
  return new Promise((/** @type {(yes: boolean) => void} */ resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: 1000 });
    const answer = (/** @type {boolean} */ yes) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once("connect", () => socket.write("PING\r\n"));
    // Whoever wants a password is there too.
    socket.once("data", (reply) => answer(/^(\+PONG|-NOAUTH)/.test(reply.toString())));
    socket.once("timeout", () => answer(false));
    socket.once("error", () => answer(false));
    socket.once("close", () => answer(false));
  });
}
