/** A node as a process of its own, to be killed at any step. It is bundled once per test file. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "#scripts/lib/paths";
import { freePort } from "#scripts/lib/ports";
import { nodeEnvironment, readiness, type Services } from "#testing/node";
import { testProcesses, testRun } from "#testing/run";
import { until } from "#testing/until";

export interface NodeProcess {
  url: string;
  pid: number;
  /** SIGKILL, unless it has ended. */
  kill(): Promise<void>;
  /** SIGTERM: drains and ends, with this exit code. */
  stop(): Promise<number | null>;
  /** Everything it wrote so far. */
  said(): string;
}

let bundled: Promise<string> | undefined;

export async function startNodeProcess(
  services: Services,
  env: Record<string, string> = {},
): Promise<NodeProcess> {
  bundled ??= bundle();
  const [program, port] = await Promise.all([bundled, freePort()]);
  const running = testProcesses().start("a node", process.execPath, [program], {
    env: {
      ...nodeEnvironment(services, { PORT: String(port), LOG_LEVEL: "error", ...env }),
      NODE_ENV: "test",
      PATH: process.env.PATH,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [running.child.stdout, running.child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  let ended = false;
  const exited = running.exited.then(({ code }) => {
    ended = true;
    return code;
  });
  const url = `http://127.0.0.1:${port}`;
  await until("the node is ready", async () => {
    if (ended) throw new Error(`the node ended:\n${said}`);
    return (await readiness(url)) === "ready";
  });
  return {
    url,
    pid: running.pid,
    said: () => said,
    async kill() {
      if (!ended) process.kill(running.pid, "SIGKILL");
      await exited;
    },
    stop() {
      process.kill(running.pid, "SIGTERM");
      return exited;
    },
  };
}

/** Into the run's own folder, from which the packages are found by a link. */
async function bundle(): Promise<string> {
  const folder = join(testRun().folder, `node-${process.pid}`);
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ["server/main.ts"],
    outfile: join(folder, "main.mjs"),
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
  });
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  return join(folder, "main.mjs");
}
