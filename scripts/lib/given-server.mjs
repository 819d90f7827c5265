import { ExpectedFailure } from "./expected-failure.mjs";
import { answers } from "./ports.mjs";
import { showProgress } from "./progress.mjs";

/**
 * A server the person brings along, or several that belong together, named by an environment variable: looked at
 * before they are relied on. Whether the address is right in every part is for the server of ours to say.
 * @param {"Postgres" | "Redis"} name
 * @param {string} variable
 * @param {number} defaultPort
 * @returns {Promise<string | undefined>} its address, or undefined if none was given
 */
export async function givenServer(name, variable, defaultPort) {
  const address = process.env[variable];
  if (!address) return undefined;
  const example = name === "Postgres" ? "postgres://user:password@host:5432/database" : "redis://host:6379";
  const hosts = hostsOf(address, address.includes("+sentinel:") ? 26_379 : defaultPort);
  if (!hosts) throw new ExpectedFailure(`${variable} is not an address such as ${example}`);
  const places = hosts.map(({ host, port }) => `${host}:${port}`).join(", ");
  await showProgress(name, `using ${places} (${variable})`, async () => {
    // Without a host the address is of a local socket, which the server will find or name.
    if (hosts.length === 0) return;
    // Of several some may be away: that is what there are several for.
    const found = await Promise.all(
      hosts.map(({ host, port }) => answers(host.replace(/^\[|\]$/g, ""), port)),
    );
    if (!found.some(Boolean)) {
      throw new ExpectedFailure(`${variable} names ${places}, but nothing answers there.`);
    }
  });
  return address;
}

/**
 * The hosts of an address, which may have several, separated by commas.
 * @param {string} address
 * @param {number} defaultPort
 * @returns {{ host: string, port: number }[] | undefined}
 */
export function hostsOf(address, defaultPort) {
  const [, authority] = /^[a-z+]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(address) ?? [];
  if (authority === undefined) return undefined;
  if (authority === "") return [];
  const hosts = authority.split(",").map((entry) => {
    const [, host = "", port] = /^(\[[^\]]+\]|[^:@\s]+)(?::(\d+))?$/.exec(entry) ?? [];
    return { host, port: Number(port ?? defaultPort) };
  });
  return hosts.every(({ host, port }) => host && port > 0 && port < 65_536) ? hosts : undefined;
}
