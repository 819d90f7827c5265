import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, createServer } from "node:net";
import { ExpectedFailure } from "./expected-failure.mjs";

/**
 * Below the ports that systems give to outgoing connections (on Linux from 32768 on): a server that is killed and
 * started again would find its port taken by one of them, for as long as that connection lasts.
 */
const FIRST = 10_000;
const LAST = 32_767;
const ATTEMPTS = 1_000;
/** @type {import("node:dgram").Socket[]} */
const claims = [];

/**
 * A port of 127.0.0.1 that nobody listens on, and that nobody is given a second time while this process lives: whoever
 * asked may not listen on it yet, or stopped its server to start it again. A UDP socket of the same number says so to
 * the processes beside this one, and ends with it.
 */
export async function freePort() {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST + 1);
    const claim = await claimPort(port);
    if (!claim) continue;
    claims.push(claim);
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
 * @returns {Promise<import("node:dgram").Socket | undefined>}
 */
function claimPort(port) {
  const socket = createSocket("udp4").unref();
  return new Promise((resolve) => {
    socket.once("error", () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(socket));
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
