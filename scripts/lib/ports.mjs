import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";
import { ExpectedFailure } from "./expected-failure.mjs";

/**
 * Below the ports that systems give to outgoing connections (on Linux from 32768 on): a server that is killed and
 * started again would find its port taken by one of them, for as long as that connection lasts.
 */
const FIRST = 10_000;
const LAST = 32_767;
const ATTEMPTS = 1_000;
const REMEMBERED = 1_000;
/** Whoever asked for one may not listen on it yet. */
const given = new Set();

/** A port of 127.0.0.1 that nobody listens on at this moment, and nobody here was given before. */
export async function freePort() {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (given.has(port)) continue;
    if (given.size >= REMEMBERED) given.clear();
    given.add(port);
    if (await listenProblem(port, "127.0.0.1")) continue;
    return port;
  }
  throw new Error("no port of 127.0.0.1 is free");
}

/**
 * Refuses in one line when somebody already listens on the port. It is asked before the long stages.
 * The loopback addresses are tried by name too: on macOS a wildcard may be bound over them.
 * @param {number} port
 */
export async function requireFreePort(port) {
  for (const host of [undefined, "127.0.0.1", "::1"]) {
    const problem = await listenProblem(port, host);
    if (problem === "EADDRINUSE") {
      throw new ExpectedFailure(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`);
    }
    if (problem === "EACCES") {
      throw new ExpectedFailure(
        `Port ${port} may not be opened by this user. Choose one above 1023: PORT=3000 npm start`,
      );
    }
  }
}

/**
 * Whether something accepts connections there.
 * @param {string} host
 * @param {number} port
 */
export function answers(host, port) {
  return new Promise((/** @type {(yes: boolean) => void} */ resolve) => {
    const socket = connect({ host, port, timeout: 3000 });
    const answer = (/** @type {boolean} */ yes) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once("connect", () => answer(true));
    socket.once("timeout", () => answer(false));
    socket.once("error", () => answer(false));
  });
}

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<string | undefined>}
 */
function listenProblem(port, host) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    server.listen({ port, ...(host && { host }) }, () => server.close(() => resolve(undefined)));
  });
}
