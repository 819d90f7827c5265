/** Backup and restore as docs/operations.md tells it: its own lines are run, on a cluster that loses all of its data. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "#scripts/lib/paths";
import { serviceHome } from "#scripts/lib/postgres-binaries";
import type { Running } from "#scripts/lib/processes";
import { openBuyer } from "#testing/buyer";
import { startTestCluster } from "#testing/cluster";
import { brokenRules } from "#testing/invariants";
import { describeWith } from "#testing/optional-programs";
import { testProcesses, testRun } from "#testing/run";
import { until } from "#testing/until";
import { openViewer, untilTrue, type Viewer } from "#testing/viewer";
import type { Cluster } from "./cluster";
import { SUPERUSER_PASSWORD } from "./patroni";
import { CLUSTER_PROGRAMS, postgresPrograms } from "./programs";
import { untilWhole } from "./prove/faults";
import { askRedis } from "./redis";
import { readPostgres, readRedisMasters } from "./state";

/** Not a measure: nothing may hang the run. */
const WITHIN_MS = 15 * 60_000;
const showId = "demo";
const DOCUMENT = readFileSync(join(projectRoot, "docs", "operations.md"), "utf8");

describeWith([...CLUSTER_PROGRAMS], "a cluster that is backed up", () => {
  let cluster: Cluster;
  let receiver: Running | undefined;
  let viewer: Viewer;
  let folders: string[];
  /** The seats that were acknowledged before a copy was made, after it, and after the moment to go back to. */
  const sold = { before: ["A1", "A2"], after: ["B1", "B2", "B3"], tooLate: ["C1", "C2"] };
  let moment: string;
  const { home, user } = serviceHome(join(testRun().folder, "backup"));
  const backup = join(home, "kept");

  beforeAll(async () => {
    cluster = await startTestCluster({ redis: "sentinel" });
  }, WITHIN_MS);
  afterAll(async () => {
    viewer?.close();
    await receiver?.stop();
    await cluster?.stop();
  }, WITHIN_MS);

  it(
    "keeps a copy and every write since",
    async () => {
      await untilWhole(cluster);
      const { leader, members } = await readPostgres(cluster);
      folders = await Promise.all(cluster.postgres.map(({ postgresPort }) => dataFolder(postgresPort)));
      const standby = cluster.postgres.find(({ part }) => part.name !== leader);
      expect(members).toHaveLength(3);
      const addresses = {
        PRIMARY: replicationUrl(Number(new URL(cluster.superuserUrl).port)),
        STANDBY: replicationUrl(standby?.postgresPort ?? 0),
      };
      receiver = testProcesses().start("pg_receivewal", "bash", commands("keep what is written"), {
        ...surroundings(addresses),
        stdio: "ignore",
      });
      await until("what is written arrives", hasArrived, WITHIN_MS);
      await sell(sold.before);
      await run("keep a copy", addresses);
      await sell(sold.after);
      moment = await ask<string>("SELECT clock_timestamp()::text AS answer");
      await sell(sold.tooLate);
      viewer = await openViewer(cluster.url, showId);
      await until("all of it has arrived", hasArrived, WITHIN_MS);
      await receiver.stop();
    },
    WITHIN_MS,
  );

  it(
    "has every acknowledged booking that had arrived, however many members are lost",
    async () => {
      for (const { part } of cluster.nodes) await part.stop();
      await Promise.all(cluster.postgres.map(({ part }) => part.kill()));
      for (const folder of folders) rmSync(folder, { recursive: true });
      await run("recover", { PGDATA: folders[0] ?? "", UNTIL: "" });
      expect(await soldIn(folders[0] ?? "")).toEqual([...sold.before, ...sold.after, ...sold.tooLate]);
      await testProcesses().runOrFail(
        "pg_ctl",
        ["stop", "--wait"],
        surroundings({ PGDATA: folders[0] ?? "" }),
      );
    },
    WITHIN_MS,
  );

  it(
    "goes back to a moment, and sells on from there: no seat twice, every screen right",
    async () => {
      const [data = "", ...others] = folders;
      await run("recover", { PGDATA: data, UNTIL: moment });
      expect(await soldIn(data)).toEqual([...sold.before, ...sold.after]);
      const etcd = { PATRONI_ETCD_HOSTS: cluster.etcd.addresses.join() };
      await run("make it the cluster's", { PGDATA: data, ...etcd });
      for (const folder of others) rmSync(folder, { recursive: true, force: true });
      const [restored, ...copies] = cluster.postgres.map(({ part }) => part);
      await emptyRedis(cluster);
      await restored?.bringBack();
      await Promise.all(copies.map((part) => part.bringBack()));
      await Promise.all(cluster.nodes.map(({ part }) => part.bringBack()));
      await untilWhole(cluster);

      const pool = new pg.Pool({ connectionString: cluster.superuserUrl, max: 2 });
      const before = viewer.version() ?? 0;
      await viewer.reconnect(cluster.url);
      expect(await untilTrue(viewer, pool, showId, WITHIN_MS)).toBeGreaterThan(before);
      const buyer = await openBuyer(cluster.url);
      for (const label of [...sold.before, ...sold.after]) {
        const answer = await buyer.ask("seat:book", {
          showId,
          seats: [label],
          idempotencyKey: `again ${label}`,
        });
        expect(answer).toMatchObject({ ok: false, code: "seat_taken" });
      }
      buyer.close();
      await sell(sold.tooLate);
      await untilTrue(viewer, pool, showId, WITHIN_MS);
      const broken = (await brokenRules(pool)).filter((rule) => !rule.startsWith("F1 a version without"));
      await pool.end();
      expect(broken).toEqual([]);
    },
    WITHIN_MS,
  );

  async function sell(labels: string[]): Promise<void> {
    const buyer = await openBuyer(cluster.url);
    for (const label of labels) {
      const request = { showId, seats: [label], idempotencyKey: label };
      expect(await buyer.ask("seat:book", request)).toMatchObject({ ok: true });
    }
    buyer.close();
  }

  async function ask<T>(question: string): Promise<T> {
    const client = new pg.Client({ connectionString: cluster.superuserUrl });
    await client.connect();
    const { rows } = await client.query<{ answer: T }>(question);
    await client.end();
    if (!rows[0]) throw new Error(`nothing is answered to ${question}`);
    return rows[0].answer;
  }

  function hasArrived(): Promise<boolean> {
    return ask(
      `SELECT coalesce(bool_and(write_lsn >= pg_current_wal_lsn()), false) AS answer
       FROM pg_stat_replication WHERE application_name = 'pg_receivewal'`,
    );
  }

  /** What a recovered Postgres, to which nobody else can connect, says was sold. */
  async function soldIn(data: string): Promise<string[]> {
    const statement = `SELECT label FROM seats WHERE show_id = '${showId}' AND status = 'booked' ORDER BY label`;
    const args = ["--host", data, "--username=postgres", "--dbname=last_seat", "-Atc", statement];
    const said = await testProcesses().runOrFail("psql", args, surroundings({ PGDATA: data }));
    return said.trim().split("\n");
  }

  function run(what: string, variables: Record<string, string>): Promise<string> {
    return testProcesses().runOrFail("bash", commands(what), surroundings(variables));
  }

  function surroundings(variables: Record<string, string>) {
    const path = `${postgresPrograms()}:${process.env.PATH}`;
    return {
      cwd: projectRoot,
      env: {
        PATH: path,
        LC_ALL: "C.UTF-8",
        NODE_ENV: "test" as const,
        HOME: home,
        PGPORT: "5432",
        BACKUP: backup,
        ...variables,
      },
      ...user,
    };
  }
});

/** The lines of the document that begin with this comment. */
function commands(what: string): string[] {
  const [, lines] = DOCUMENT.split(`\`\`\`sh\n# ${what}\n`);
  if (!lines) throw new Error(`docs/operations.md does not say how to ${what}`);
  return ["-euc", lines.slice(0, lines.indexOf("```"))];
}

function replicationUrl(port: number): string {
  return `postgres://replicator:${SUPERUSER_PASSWORD}@127.0.0.1:${port}`;
}

async function dataFolder(port: number): Promise<string> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${SUPERUSER_PASSWORD}@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
  await client.end();
  return rows[0]?.data_directory ?? "";
}

/** Guards that have not ended yet say that what was sold after the moment is taken. */
async function emptyRedis(cluster: Cluster): Promise<void> {
  const masters = await readRedisMasters(cluster);
  expect(masters).toHaveLength(1);
  for (const { part, port } of cluster.redis) {
    if (!masters.includes(part)) continue;
    expect(await askRedis(port, "FLUSHALL")).toMatch(/^\+OK/);
  }
}
