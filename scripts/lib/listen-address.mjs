// Where `npm start` opens: to this machine alone, unless it is told otherwise. The demo has a reset and a lab of
// faults, and whoever reaches it can use both.
import { networkInterfaces } from "node:os";

/**
 * @typedef {object} ListenAddress
 * @property {string} host what the server listens on
 * @property {string[]} addresses what to open, this machine's own first
 * @property {string} origins for PUBLIC_ORIGINS: empty where the names under which it is reached are not known
 */

/**
 * @param {{ lan: boolean, host: string | undefined, port: number }} wish
 * @param {string[]} [lanAddresses]
 * @returns {ListenAddress}
 */
export function listenAddress({ lan, host, port }, lanAddresses = ownAddresses()) {
  const http = (/** @type {string} */ name) => `http://${name}:${port}`;
  const loopback = ["localhost", "127.0.0.1"].map(http);
  if (lan) {
    const addresses = [http("localhost"), ...lanAddresses.map(http)];
    return { host: "0.0.0.0", addresses, origins: [...loopback, ...lanAddresses.map(http)].join(",") };
  }
  if (host && host !== "127.0.0.1" && host !== "localhost")
    return { host, addresses: [http("localhost")], origins: "" };
  return { host: "127.0.0.1", addresses: [http("localhost")], origins: loopback.join(",") };
}

/** The IPv4 addresses under which other devices may find this machine. */
function ownAddresses() {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
}
