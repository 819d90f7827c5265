/**
 * Three Postgres members, each kept by a Patroni: one is the primary, one has every commit before it is acknowledged,
 * and one follows. When root runs this, they run as the user who owns Postgres.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceHome } from "#scripts/lib/postgres-binaries";
import { childrenOf, commandOf, identityOf, recordProcess } from "#scripts/lib/process-records";
import { configFile } from "./config-files";
import { answersHttp, type Part, type Place, startPart } from "./part";
import { MEMBERS, ports } from "./places";
import { postgresPrograms, program } from "./programs";

/** Patroni restarts its Postgres by itself: the new process is written down as soon as it is seen. */
const LOOK_FOR_POSTGRES_EVERY_MS = 100;

export const SUPERUSER_PASSWORD = "of-this-machine-only";

export interface PostgresMember {
  part: Part;
  postgresPort: number;
  apiPort: number;
  /** The processes that send what was written to the standbys. */
  walSenders(): number[];
}

export interface PostgresMembers {
  members: PostgresMember[];
  close(): void;
}

export async function startPostgresMembers(place: Place, linkAddresses: string[]): Promise<PostgresMembers> {
  const { home, user } = serviceHome(join(place.folder, "postgres"));
  const postgresPorts = await ports(MEMBERS);
  const apiPorts = await ports(MEMBERS);
  const timers: NodeJS.Timeout[] = [];
  const start = async (at: number): Promise<PostgresMember> => {
    const name = `postgres-${at + 1}`;
    const data = join(home, name);
    const api = `http://127.0.0.1:${apiPorts[at]}`;
    const server = () => postmasterOf(data);
    timers.push(recordWhenSeen(place, name, server));
    const part = await startPart(place, {
      name,
      kind: "postgres",
      command: program("patroni"),
      args: [configFile("patroni.yml")],
      cwd: home,
      user,
      env: {
        HOME: home,
        PATRONI_NAME: name,
        PATRONI_ETCD_HOSTS: linkAddresses[at],
        PATRONI_ETCD_USE_PROXIES: "true",
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPorts[at]}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPorts[at]}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgresPorts[at]}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgresPorts[at]}`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
        PATRONI_POSTGRESQL_PGPASS: join(home, `${name}.pgpass`),
        PATRONI_SUPERUSER_USERNAME: "postgres",
        PATRONI_SUPERUSER_PASSWORD: SUPERUSER_PASSWORD,
        PATRONI_REPLICATION_USERNAME: "replicator",
        PATRONI_REPLICATION_PASSWORD: SUPERUSER_PASSWORD,
      },
      answers: () => answersHttp(`${api}/health`, (status) => status === 200),
      others: () => {
        const pid = server();
        return pid === undefined ? [] : [pid, ...childrenOf(pid)];
      },
    });
    return {
      part,
      postgresPort: postgresPorts[at] ?? 0,
      apiPort: apiPorts[at] ?? 0,
      walSenders() {
        const pid = server();
        return pid === undefined ? [] : childrenOf(pid).filter((child) => /walsender/.test(commandOf(child)));
      },
    };
  };
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, at) => start(at)));
  return {
    members,
    close() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function postmasterOf(data: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  } catch {
    return undefined;
  }
  // A file that a killed server left may name somebody else by now.
  return identityOf(pid) !== undefined && commandOf(pid).includes(data) ? pid : undefined;
}

function recordWhenSeen(place: Place, name: string, server: () => number | undefined): NodeJS.Timeout {
  let last: number | undefined;
  return setInterval(() => {
    const pid = server();
    if (pid !== undefined && pid !== last) {
      // SIGINT: ends its sessions and shuts down.
      const record = { name, pid, stopSignal: "SIGINT" as const, stopWithinMs: 5_000, group: false };
      recordProcess(place.records, record);
    }
    last = pid;
  }, LOOK_FOR_POSTGRES_EVERY_MS);
}
