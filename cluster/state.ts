/** What every part says of itself at this moment: who leads, who follows and how far behind, who is ready. */
import pg from "pg";
import type { Cluster } from "./cluster";
import type { Condition, Part } from "./part";
import { askRedis } from "./redis";

const ANSWER_WITHIN_MS = 3_000;

export interface PartState {
  part: Part;
  condition: Condition;
  /** `primary`, `sync standby`, `standby`, `leader`, `master`, `replica`, `ready` …; empty if it does not answer. */
  role: string;
  /** A word more: a lag, a timeline, whom it follows. */
  detail: string;
}

interface PatroniMember {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

export interface PostgresState {
  leader: string | undefined;
  syncStandby: string | undefined;
  members: PatroniMember[];
}

export async function readState(cluster: Cluster): Promise<PartState[]> {
  const [postgres, etcdLeader] = await Promise.all([readPostgres(cluster), readEtcdLeader(cluster)]);
  return Promise.all(
    cluster.parts.map(async (part): Promise<PartState> => {
      const condition = part.condition();
      const said = condition === "running" ? await describe(part) : undefined;
      return { part, condition, role: said?.role ?? "", detail: said?.detail ?? "" };
    }),
  );

  async function describe(part: Part): Promise<{ role: string; detail: string } | undefined> {
    switch (part.kind) {
      case "postgres": {
        const member = postgres.members.find(({ name }) => name === part.name);
        return member && describeMember(member);
      }
      case "etcd":
        return { role: etcdLeader === part.name ? "leader" : "follower", detail: "" };
      case "redis": {
        const server = cluster.redis.find((one) => one.part === part);
        return server && describeRedis(await askRedis(server.port, "ROLE"));
      }
      case "node": {
        const node = cluster.nodes.find((one) => one.part === part);
        return node && describeNode(`http://127.0.0.1:${node.address.port}`);
      }
      default:
        return { role: "up", detail: "" };
    }
  }
}

/** As the first of the members sees it who answers and can see etcd. */
export async function readPostgres({ postgres, links }: Cluster): Promise<PostgresState> {
  for (const [at, { part, apiPort }] of postgres.entries()) {
    if (part.condition() !== "running" || links[at]?.condition() !== "running") continue;
    const answer = await getJson<{ members: PatroniMember[] }>(`http://127.0.0.1:${apiPort}/cluster`);
    if (!answer) continue;
    const named = (role: string) => answer.members.find((member) => member.role === role)?.name;
    return { leader: named("leader"), syncStandby: named("sync_standby"), members: answer.members };
  }
  return { leader: undefined, syncStandby: undefined, members: [] };
}

export async function readEtcdLeader({ etcd }: Cluster): Promise<string | undefined> {
  for (const [at, address] of etcd.addresses.entries()) {
    if (etcd.parts[at]?.condition() !== "running") continue;
    const [status, list] = await Promise.all([
      getJson<{ leader?: string }>(`http://${address}/v3/maintenance/status`, {}),
      getJson<{ members: { ID: string; name: string }[] }>(`http://${address}/v3/cluster/member/list`, {}),
    ]);
    const leader = list?.members.find(({ ID }) => ID === status?.leader);
    if (leader) return leader.name;
  }
  return undefined;
}

/** How many standbys follow the primary, by its own word: Patroni's may be seconds old. */
export async function countFollowing({ superuserUrl }: Cluster): Promise<number> {
  const sql = new pg.Client({
    connectionString: superuserUrl,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  // A connection that breaks is told here as well.
  sql.on("error", () => {});
  try {
    await sql.connect();
    const { rows } = await sql.query<{ following: number }>(
      "SELECT count(*)::int AS following FROM pg_stat_replication WHERE state = 'streaming'",
    );
    return rows[0]?.following ?? 0;
  } catch {
    return 0;
  } finally {
    await sql.end().catch(() => {});
  }
}

/** The Redis servers that take writes. */
export async function readRedisMasters({ redis }: Cluster): Promise<Part[]> {
  const roles = await Promise.all(
    redis.map(async ({ part, port }) => ({ part, said: await askRedis(port, "ROLE") })),
  );
  return roles.flatMap(({ part, said }) => (/\bmaster\b/.test(said) ? [part] : []));
}

/** Sales this cluster's nodes have acknowledged since each of them was started. */
export async function countSales({ nodes }: Cluster): Promise<Map<string, number>> {
  const counted = await Promise.all(
    nodes.map(async ({ part, address }): Promise<[string, number]> => {
      const text = await getText(`http://127.0.0.1:${address.metricsPort}/metrics`);
      const lines = text?.matchAll(
        /^booking_outcomes_total\{operation="(?:confirm|book)",code="ok"\} (\d+)/gm,
      );
      return [part.name, [...(lines ?? [])].reduce((sum, [, count]) => sum + Number(count), 0)];
    }),
  );
  return new Map(counted);
}

function describeMember({ role, state, timeline, lag }: PatroniMember): { role: string; detail: string } {
  const names: Record<string, string> = {
    leader: "primary",
    sync_standby: "sync standby",
    replica: "standby",
  };
  const behind = lag === undefined ? "" : `, ${lag === 0 ? "no" : `${lag} bytes`} lag`;
  return { role: names[role] ?? role, detail: `${state}, timeline ${timeline ?? "?"}${behind}` };
}

function describeRedis(said: string): { role: string; detail: string } | undefined {
  if (/\bmaster\b/.test(said)) return { role: "master", detail: "" };
  if (!/\bslave\b/.test(said)) return undefined;
  const connected = /\bconnected\b/.test(said);
  return { role: "replica", detail: connected ? "follows" : "looks for its master" };
}

async function describeNode(url: string): Promise<{ role: string; detail: string } | undefined> {
  const answer = await getJson<{ status: string; postgres?: string; redis?: string }>(`${url}/readyz`);
  if (!answer) return undefined;
  const { status, postgres, redis } = answer;
  return { role: status, detail: postgres ? `Postgres ${postgres}, Redis ${redis}` : "" };
}

/** Whatever the status: what it says of itself is in the body. */
async function getJson<T>(url: string, body?: object): Promise<T | undefined> {
  const text = await getText(url, body);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function getText(url: string, body?: object): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    return await answer.text();
  } catch {
    return undefined;
  }
}
