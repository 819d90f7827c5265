/** What docs/operations.md tells operators, tried on a running cluster: the rules and the dashboard. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { findCommand } from "#scripts/lib/find-command";
import { projectRoot } from "#scripts/lib/paths";
import { freePort } from "#scripts/lib/ports";
import type { Running } from "#scripts/lib/processes";
import { startTestCluster } from "#testing/cluster";
import { describeWith } from "#testing/optional-programs";
import { testProcesses, testRun } from "#testing/run";
import { until } from "#testing/until";
import type { Cluster } from "./cluster";
import { CLUSTER_PROGRAMS } from "./programs";
import { sendBuyers } from "./prove/buyers";
import { readShows } from "./prove/shows";

const WITHIN_MS = 15 * 60_000;
const folder = join(projectRoot, "cluster", "monitoring");
const rules = z
  .object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  })
  .parse(parse(readFileSync(join(folder, "alerts.yml"), "utf8")));
const alerts = rules.groups.flatMap((group) => group.rules);
const dashboard = z
  .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(readFileSync(join(folder, "dashboard.json"), "utf8")));

it("every alert is explained to whoever is woken by it, and is made to fire by a test of its rule", () => {
  const operations = readFileSync(join(projectRoot, "docs", "operations.md"), "utf8");
  const tests = readFileSync(join(folder, "alerts.test.yml"), "utf8");
  for (const { alert } of alerts) {
    expect(operations).toContain(`\`${alert}\``);
    expect(tests).toContain(`'{alertname="${alert}"}'`);
  }
});

describeWith(["prometheus"], "promtool", () => {
  it("finds that every rule fires when it should, and is silent when all is well", async () => {
    const promtool = findCommand(["promtool"]) ?? "promtool";
    await testProcesses().runOrFail(promtool, ["test", "rules", join(folder, "alerts.test.yml")]);
    await testProcesses().runOrFail(promtool, ["check", "config", join(folder, "prometheus.yml")]);
  });
});

describeWith(["prometheus", ...CLUSTER_PROGRAMS], "on a running cluster", () => {
  let cluster: Cluster;
  let prometheus: Running;
  let url: string;

  beforeAll(async () => {
    cluster = await startTestCluster({ redis: "sentinel" });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    prometheus = startPrometheus(cluster, port);
    await until(
      "Prometheus answers",
      async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok,
      WITHIN_MS,
    );
  }, WITHIN_MS);
  afterAll(async () => {
    await prometheus?.stop();
    await cluster?.stop();
  }, WITHIN_MS);

  it(
    "Prometheus has every metric that a rule or a panel names",
    async () => {
      const buyers = await sendBuyers({
        url: cluster.url,
        count: 4,
        seed: 1,
        shows: await readShows(cluster.url),
      });
      const named = namesIn([
        ...alerts.map(({ expr }) => expr),
        ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ]);
      let missing: string[] = [];
      await until(
        "all metrics were scraped",
        async () => {
          const known = Object.keys(await ask<Record<string, unknown>>("metadata"));
          missing = named.filter((name) => !known.includes(name) && name !== "up");
          return missing.length === 0;
        },
        WITHIN_MS,
      ).catch((error: unknown) => {
        throw new Error(`there is no ${missing.join(", ")}`, { cause: error });
      });
      await buyers.goHome();
    },
    WITHIN_MS,
  );

  it(
    "Prometheus reports a node and a member of Postgres that were killed",
    async () => {
      expect(await firing()).not.toContain("NodeDown");
      await Promise.all([cluster.nodes[0]?.part.kill(), cluster.postgres[0]?.part.kill()]);
      await until(
        "both are reported",
        async () => {
          const names = await firing();
          return names.includes("NodeDown") && names.includes("PostgresMemberDown");
        },
        WITHIN_MS,
      );
    },
    WITHIN_MS,
  );

  async function firing(): Promise<string[]> {
    const { alerts: all } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>(
      "alerts",
    );
    return all.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
  }

  async function ask<T>(what: string): Promise<T> {
    const { data }: { data: T } = await (await fetch(`${url}/api/v1/${what}`)).json();
    return data;
  }
});

/** The same rules, with the addresses of this cluster. */
function startPrometheus(cluster: Cluster, port: number): Running {
  const home = join(testRun().folder, `prometheus-${port}`);
  mkdirSync(home);
  const targets = {
    nodes: cluster.nodes.map(({ address }) => address.metricsPort),
    haproxy: [cluster.haproxy.metricsPort],
    patroni: cluster.postgres.map(({ apiPort }) => apiPort),
    etcd: cluster.etcd.addresses.map((address) => Number(address.split(":")[1])),
  };
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [join(folder, "alerts.yml")],
    scrape_configs: Object.entries(targets).map(([job, ports]) => ({
      job_name: job,
      static_configs: [{ targets: ports.map((one) => `127.0.0.1:${one}`) }],
    })),
  };
  // JSON is YAML.
  writeFileSync(join(home, "prometheus.yml"), JSON.stringify(config));
  const args = [
    `--config.file=${join(home, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(home, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  return testProcesses().start("Prometheus", findCommand(["prometheus"]) ?? "prometheus", args, {
    stdio: "ignore",
  });
}

const WORDS = new Set(
  "sum rate increase changes histogram_quantile max min count scalar vector by or and le code why result on".split(
    " ",
  ),
);

/** The metrics of some expressions; of a histogram's buckets and sums, the histogram. */
function namesIn(expressions: string[]): string[] {
  const names = expressions.flatMap((expression) =>
    [
      ...expression
        .replaceAll(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]|by \([^)]*\)/g, " ")
        .matchAll(/[a-z_]+[a-z0-9_]*/g),
    ].map(([name]) => name),
  );
  return [...new Set(names)]
    .filter((name) => !WORDS.has(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ""));
}
