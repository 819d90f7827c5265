/** A node inside the test's own process, with its doors open on a free port. */
import { readConfig } from "#server/config";
import { startNode } from "#server/node";
import { createLog } from "#server/ops/log";
import { request } from "#testing/buyer";
import { testRun } from "#testing/run";
import { until } from "#testing/until";

export interface TestNode {
  url: string;
  port: number;
  stop(): Promise<void>;
}

export interface Services {
  databaseUrl: string;
  redisUrl: string;
}

/** `env` overrides the configuration, such as `{ HOLD_TTL_MS: "2000" }`. Nobody is slowed down unless it says so. */
export async function startTestNode(
  services: Services,
  env: Record<string, string> = {},
  state: "ready" | "degraded" | "down" = "ready",
): Promise<TestNode> {
  const config = readConfig(nodeEnvironment(services, env));
  const { port, stop } = await startNode(config, createLog(config.LOG_LEVEL), testRun().programs.instance);
  const url = `http://127.0.0.1:${port}`;
  await until(`the node is ${state}`, async () => (await readiness(url)) === state);
  return { url, port, stop };
}

export function nodeEnvironment({ databaseUrl, redisUrl }: Services, env: Record<string, string>) {
  return {
    NODE_ENV: "test",
    HOST: "127.0.0.1",
    PORT: "0",
    WEB: "off",
    LOG_LEVEL: "silent",
    RATE_LIMITS: "off",
    SESSION_SECRET: "only for the tests of this run",
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...env,
  };
}

/** What `/readyz` says: `ready`, `degraded`, `down` or `stopping`; undefined if nobody answers. */
export async function readiness(url: string): Promise<string | undefined> {
  const answer = await request<{ status: string }>(url, "GET", "/readyz").catch(() => undefined);
  return answer?.body.status;
}

/** One number of `/metrics`: with its labels, or summed over them. */
export async function metric(url: string, name: string): Promise<number> {
  const { body } = await request<string>(url, "GET", "/metrics");
  const lines = body.split("\n");
  const values = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}
