/** What a reader must know to believe a number: of which commit, on which servers, when. */
import { spawnSync } from "node:child_process";
import type { Circumstances } from "#contract/lab-schedules";
import { type StrategyId, strategyCard } from "#contract/lab-strategies";
import { projectRoot } from "#scripts/lib/paths";
import type { RaceDeps } from "#server/lab/races/run-race";
import type { NodeUse } from "#server/lab/redis/redis-fleet";
import { STRATEGY_IMPLEMENTATIONS } from "#server/strategies/catalogue";

const NAMES = { etcd: "etcd", zookeeper: "ZooKeeper", rabbitmq: "RabbitMQ" };

export async function readCircumstances(
  deps: RaceDeps,
  use: NodeUse,
  strategy: StrategyId,
): Promise<Circumstances> {
  const { rows } = await deps.db.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const [redis] = await deps.fleet.nodesFor(use, "redis");
  const info = (await redis?.client.info("server")) ?? "";
  const { server } = strategyCard(strategy);
  const ensemble = await deps.ensembles.forNeeds(use, STRATEGY_IMPLEMENTATIONS[strategy].needs);
  return {
    commit: commitOf(),
    date: new Date().toISOString().slice(0, 10),
    servers: {
      PostgreSQL: rows[0]?.version ?? "unknown",
      Redis: /(?:valkey|redis)_version:(\S+)/.exec(info)?.[1] ?? "unknown",
      "Node.js": process.versions.node,
      ...(server && ensemble && { [NAMES[server]]: await ensemble.version() }),
    },
  };
}

/** With a plus sign if the files are not all of that commit. */
function commitOf(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: projectRoot, encoding: "utf8" }).stdout.trim();
  const changed = git(
    "status",
    "--porcelain",
    "--",
    "server",
    "contract",
    "db",
    "histories",
    "proofs",
    "package.json",
  );
  return `${git("rev-parse", "--short=9", "HEAD") || "unknown"}${changed ? "+" : ""}`;
}
