/** Processor time of servers on this machine: of Postgres that is the sum over a process for each session. */
import { readdirSync, readFileSync } from "node:fs";
import { Redis } from "ioredis";
import pg from "pg";

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

/** Its process, found as the parent of a session's. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const { parent } = readProcess(rows[0]?.pid ?? 0) ?? {};
    if (parent === undefined) throw new Error(`The Postgres at ${new URL(url).host} is not on this machine.`);
    return parent;
  } finally {
    await client.end();
  }
}

export async function redisProcess(url: string): Promise<number> {
  const redis = new Redis(url);
  const info = await redis.info("server").finally(() => redis.disconnect());
  return Number(/process_id:(\d+)/.exec(info)?.[1]);
}

/** Milliseconds so far, of sessions that have ended too. */
export function cpuOfServer(postmaster: number): number {
  const own = readProcess(postmaster);
  const sessions = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => readProcess(Number(pid)) ?? [])
    .filter(({ parent }) => parent === postmaster);
  const ticks = sessions.reduce(
    (sum, session) => sum + session.ticks,
    (own?.ticks ?? 0) + (own?.endedTicks ?? 0),
  );
  return ticks * TICK_MS;
}

function readProcess(pid: number): { parent: number; ticks: number; endedTicks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const at = (field: number) => fields[field] ?? 0;
    return { parent: at(1), ticks: at(11) + at(12), endedTicks: at(13) + at(14) };
  } catch {
    return undefined; // It has ended, or is another machine's.
  }
}
