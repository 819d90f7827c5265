/**
 * One process of the cluster, with whatever belongs to it, that can be killed, frozen and brought back. Its output goes
 * to a file of its name; every process is written down, so that whoever must clean up finds it.
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ExpectedFailure } from "#scripts/lib/expected-failure";
import { identityOf, recordProcess } from "#scripts/lib/process-records";
import type { Processes, Running } from "#scripts/lib/processes";

export type PartKind = "etcd" | "link" | "postgres" | "redis" | "sentinel" | "node" | "haproxy";
export type Condition = "running" | "frozen" | "down";

export interface Part {
  readonly name: string;
  readonly kind: PartKind;
  condition(): Condition;
  /** SIGKILL to all of it, as when its machine loses power. */
  kill(): Promise<void>;
  /** SIGSTOP to all of it: its connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Thaws what is frozen and starts what is down; resolves when it answers. */
  bringBack(): Promise<void>;
  /** Asks it to end, and waits: drains a node. */
  stop(): Promise<void>;
}

export interface PartOptions {
  name: string;
  kind: PartKind;
  command: string;
  args: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  user?: { uid: number; gid: number } | undefined;
  stopWithinMs?: number;
  /** Looked at until it is true. */
  answers: () => Promise<boolean>;
  /** Processes besides the one that was started, which would outlive it. */
  others?: () => number[];
}

export interface Place {
  processes: Processes;
  /** Where processes are written down. */
  records: string;
  /** Where everything else lies. */
  folder: string;
}

const START_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 50;
const LINES_SHOWN = 20;

export async function startPart(place: Place, options: PartOptions): Promise<Part> {
  const { name, kind, others = () => [] } = options;
  let running: Running = spawn(place, options);
  let ended = false;
  let frozen: { pid: number; file: string }[] = [];
  watch();
  await untilAnswers();

  return {
    name,
    kind,
    condition: () => (frozen.length > 0 ? "frozen" : ended ? "down" : "running"),
    async kill() {
      const pids = [running.pid, ...others()];
      for (const pid of pids) signal(pid, "SIGKILL");
      forgetFrozen();
      await running.exited;
      while (pids.some((pid) => identityOf(pid) !== undefined)) await delay(LOOK_EVERY_MS);
    },
    freeze() {
      if (ended || frozen.length > 0) return;
      frozen = [running.pid, ...others()].map((pid) => {
        // Written down each by itself: who stands still does not see that the others have gone.
        const record = { name, pid, stopSignal: "SIGKILL" as const, stopWithinMs: 1_000, group: false };
        const { file } = recordProcess(place.records, record);
        signal(pid, "SIGSTOP");
        return { pid, file };
      });
    },
    thaw,
    async bringBack() {
      thaw();
      if (ended) {
        running = spawn(place, options);
        ended = false;
        watch();
      }
      await untilAnswers();
    },
    async stop() {
      thaw();
      await running.stop();
      await running.exited;
    },
  };

  function thaw(): void {
    for (const { pid } of frozen) signal(pid, "SIGCONT");
    forgetFrozen();
  }

  function forgetFrozen(): void {
    for (const { file } of frozen) rmSync(file, { force: true });
    frozen = [];
  }

  function watch(): void {
    const watched = running;
    const end = () => {
      if (watched === running) ended = true;
    };
    watched.exited.then(end, end);
  }

  async function untilAnswers(): Promise<void> {
    const deadline = performance.now() + START_WITHIN_MS;
    while (performance.now() < deadline && !ended) {
      if (await options.answers().catch(() => false)) return;
      await delay(LOOK_EVERY_MS);
    }
    const why = ended ? "ended at its start" : "does not answer";
    const log = logOf(place, name);
    const last = readFileSync(log, "utf8").trimEnd().split("\n").slice(-LINES_SHOWN).join("\n");
    throw new ExpectedFailure(`${name} ${why}. ${log} ends with:\n${last}`);
  }
}

function spawn(place: Place, { name, command, args, env, cwd, user, stopWithinMs }: PartOptions): Running {
  const file = logOf(place, name);
  const log = openSync(file, "a");
  const running = place.processes.start(name, command, args, {
    cwd: cwd ?? place.folder,
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log],
    ...user,
    ...(stopWithinMs && { stopWithinMs }),
  });
  closeSync(log);
  return running;
}

function logOf({ folder }: Place, name: string): string {
  mkdirSync(join(folder, "logs"), { recursive: true });
  return join(folder, "logs", `${name}.log`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** Whether an HTTP address answers, with the status that is wanted. */
export async function answersHttp(url: string, isGood = (status: number) => status < 500): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
  await answer.arrayBuffer();
  return isGood(answer.status);
}
