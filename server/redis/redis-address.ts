/**
 * The three forms of REDIS_URL: one server, a group watched over by Sentinels, a cluster.
 *
 *     redis://[user:password@]host[:6379][/database]
 *     redis+sentinel://[user:password@]host[:26379],host,…/master[/database][?sentinelUser=…&sentinelPassword=…]
 *     redis+cluster://[user:password@]host[:6379],host,…
 *
 * `rediss` instead of `redis` speaks TLS, with Sentinels too. Names and passwords are percent-encoded.
 */
export type RedisAddress = Access & (ServerAddress | SentinelAddress | ClusterAddress);

export interface Access {
  tls: boolean;
  username?: string;
  password?: string;
}

export interface Host {
  host: string;
  port: number;
}

export interface ServerAddress extends Host {
  kind: "server";
  db: number;
}

export interface SentinelAddress {
  kind: "sentinel";
  sentinels: Host[];
  /** What the Sentinels call the group. */
  master: string;
  db: number;
  sentinelUsername?: string;
  sentinelPassword?: string;
}

export interface ClusterAddress {
  kind: "cluster";
  /** Some of its servers; they name the others. */
  hosts: Host[];
}

const FORM =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const FORMS = "redis://host:6379, redis+sentinel://host:26379,…/master or redis+cluster://host:6379,…";

class WrongAddress extends Error {}

/** The address, or what is wrong with it. */
export function parseRedisUrl(
  text: string,
): { ok: true; address: RedisAddress } | { ok: false; problem: string } {
  try {
    return { ok: true, address: parse(text) };
  } catch (error) {
    if (error instanceof WrongAddress) return { ok: false, problem: error.message };
    throw error;
  }
}

function parse(text: string): RedisAddress {
  if (!/^rediss?(\+\w+)?:\/\//.test(text)) throw new WrongAddress(`must be like ${FORMS}`);
  const [, scheme, kind, user, hosts = "", path = "", query = ""] = FORM.exec(text) ?? [];
  if (!scheme) {
    throw new WrongAddress(
      `must be like ${FORMS}; in a name or password @ / ? # : are written %40 %2F %3F %23 %3A`,
    );
  }
  const access = { tls: scheme === "rediss", ...accessOf(user) };
  const options = new URLSearchParams(query);
  switch (kind) {
    case "sentinel":
      return {
        ...access,
        kind,
        sentinels: hostsOf(hosts, 26_379),
        ...groupOf(path),
        ...sentinelAccess(options),
      };
    case "cluster":
      noOptions(options);
      if (path) throw new WrongAddress("of a cluster names no database: a cluster has only one");
      return { ...access, kind, hosts: hostsOf(hosts, 6_379) };
    default: {
      noOptions(options);
      const [server, second] = hostsOf(hosts, 6_379);
      if (!server || second)
        throw new WrongAddress(`names several servers: say what they are, as in ${FORMS}`);
      return { ...access, kind: "server", ...server, db: databaseOf(path) };
    }
  }
}

function accessOf(user: string | undefined): Omit<Access, "tls"> {
  if (user === undefined) return {};
  const colon = user.indexOf(":");
  const [name, password] = colon < 0 ? [user, ""] : [user.slice(0, colon), user.slice(colon + 1)];
  return { ...(name && { username: decoded(name) }), ...(password && { password: decoded(password) }) };
}

function hostsOf(text: string, defaultPort: number): Host[] {
  return text.split(",").map((entry) => {
    const [, host, port = String(defaultPort)] =
      /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d+))?$/i.exec(entry) ?? [];
    if (!host || Number(port) < 1 || Number(port) > 65_535) {
      throw new WrongAddress(
        `has ${JSON.stringify(entry)} where a host belongs, such as host:${defaultPort}`,
      );
    }
    return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
  });
}

function groupOf(path: string): { master: string; db: number } {
  const [master = "", db = "", ...rest] = path.split("/");
  if (!master || rest.length > 0)
    throw new WrongAddress("must name the master: redis+sentinel://host:26379,…/master");
  return { master: decoded(master), db: databaseOf(db) };
}

function databaseOf(text: string): number {
  if (!/^\d{0,9}$/.test(text))
    throw new WrongAddress(`has ${JSON.stringify(text)} where a database's number belongs`);
  return Number(text);
}

function sentinelAccess(
  options: URLSearchParams,
): Pick<SentinelAddress, "sentinelUsername" | "sentinelPassword"> {
  const [username, password] = [options.get("sentinelUser"), options.get("sentinelPassword")];
  options.delete("sentinelUser");
  options.delete("sentinelPassword");
  noOptions(options);
  return { ...(username && { sentinelUsername: username }), ...(password && { sentinelPassword: password }) };
}

function noOptions(options: URLSearchParams): void {
  for (const name of options.keys()) throw new WrongAddress(`has an unknown option ${JSON.stringify(name)}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new WrongAddress("has a % that is not part of an encoded sign: write it %25");
  }
}
