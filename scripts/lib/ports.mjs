import { connect, createServer } from "node:net";
import { Refusal } from "./stage.mjs";

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
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
      throw new Refusal(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`);
    }
    if (problem === "EACCES") {
      throw new Refusal(
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
