import { answers } from "./ports.mjs";
import { Refusal, stage } from "./stage.mjs";

/**
 * A server the person brings along, named by an environment variable: looked at before it is relied on.
 * @param {"Postgres" | "Redis"} name
 * @param {string} variable
 * @param {number} defaultPort
 * @returns {Promise<string | undefined>} its address, or undefined if none was given
 */
export async function givenServer(name, variable, defaultPort) {
  const address = process.env[variable];
  if (!address) return undefined;
  const example = name === "Postgres" ? "postgres://user:password@host:5432/database" : "redis://host:6379";
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new Refusal(`${variable} is not an address such as ${example}`);
  const port = Number(url.port || defaultPort);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  await stage(name, `using ${url.hostname}:${port} (${variable})`, async () => {
    // Without a host the address is of a local socket, which the server will find or name.
    if (host && !(await answers(host, port))) {
      throw new Refusal(`${variable} names ${url.hostname}:${port}, but nothing answers there.`);
    }
  });
  return address;
}
