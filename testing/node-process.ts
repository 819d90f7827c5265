/** A node as a process of its own, to be stopped and killed at any step. */
import { freePort } from "#scripts/lib/ports";
import { nodeEnvironment, readiness, type Services } from "#testing/node";
import { testProcesses, testRun } from "#testing/run";
import { until } from "#testing/until";

export interface NodeProcess {
  url: string;
  pid: number;
  /** SIGKILL, unless it has ended. */
  kill(): Promise<void>;
  /** SIGSTOP: it stands still, and its connections stay open. */
  pause(): void;
  resume(): void;
  /** SIGTERM: drains and ends, with this exit code. */
  stop(): Promise<number | null>;
  /** Everything it wrote so far. */
  said(): string;
}

/** On a machine that is busy with other things. */
const READY_WITHIN_MS = 60_000;

export async function startNodeProcess(
  services: Services,
  env: Record<string, string> = {},
  whenUp: "ready" | "answering" = "ready",
): Promise<NodeProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const running = testProcesses().start("a node", process.execPath, [testRun().programs.node], {
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
  const isUp = async () => {
    if (ended) throw new Error(`the node ended:\n${said}`);
    const state = await readiness(url);
    return whenUp === "ready" ? state === "ready" : state !== undefined;
  };
  await until("the node is ready", isUp, READY_WITHIN_MS);
  return {
    url,
    pid: running.pid,
    said: () => said,
    async kill() {
      if (!ended) process.kill(running.pid, "SIGKILL");
      await exited;
    },
    pause: () => void process.kill(running.pid, "SIGSTOP"),
    resume: () => void process.kill(running.pid, "SIGCONT"),
    stop() {
      process.kill(running.pid, "SIGTERM");
      return exited;
    },
  };
}
