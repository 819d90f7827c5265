/** The lab's side of its instances: started warm, taken by a race or a game, given back, replaced when dead. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type FromInstance, isFromInstance, type RaceSetup, type ToInstance } from "./instance-messages";
import type { Watchdog } from "./watchdog";

/** More than these are ended when they are given back. */
const KEPT_IDLE = 5;
/** When nobody has raced for this long, their memory is given back. */
const REST_AFTER_MS = 300_000;
/** From source in development and tests; in production beside the bundled server. */
const PROGRAMS = ["./instance.ts", "./lab/processes/instance.js"];
/** An instance that does not finish a race by then is replaced. */
const FINISH_WITHIN_MS = 3_000;

export interface Instance {
  pid: number;
  alive(): boolean;
  exited: Promise<void>;
  send(message: ToInstance): void;
  /** Opens a race in it; answers the backends of its pool. */
  prepare(setup: RaceSetup): Promise<number[]>;
  /** In place of whoever listened before: a race that is over is not kept by the processes it ran in. */
  listen(hear: (message: FromInstance) => void, exit: () => void): void;
  pause(): void;
  resume(): void;
  kill(): void;
  /** Closes the race in it and answers how many statements it sent; null if it had to be killed. */
  finish(): Promise<number | null>;
}

export interface InstancePool {
  take(count: number): Instance[];
  /** Those that finished are kept for the next race. */
  giveBack(instances: Instance[]): void;
  close(): Promise<void>;
}

export interface InstancePoolDeps {
  watchdog: Watchdog;
  onStderr: (text: string) => void;
  /** The file to run; by default the one that belongs to this server. */
  program?: string | undefined;
}

export function createInstancePool(deps: InstancePoolDeps): InstancePool {
  const idle: Instance[] = [];
  const all = new Set<Instance>();
  let resting: NodeJS.Timeout | undefined;

  return {
    take(count) {
      clearTimeout(resting);
      const taken = idle.splice(0, count).filter((instance) => instance.alive());
      while (taken.length < count) taken.push(start());
      // One to spare is on its way while these run: a fault may kill one of them.
      if (idle.length === 0) idle.push(start());
      return taken;
    },
    giveBack(instances) {
      for (const instance of instances) {
        if (instance.alive() && idle.length < KEPT_IDLE) idle.push(instance);
        else instance.kill();
      }
      clearTimeout(resting);
      resting = setTimeout(() => {
        for (const instance of idle.splice(0)) instance.kill();
      }, REST_AFTER_MS);
      resting.unref();
    },
    async close() {
      clearTimeout(resting);
      idle.length = 0;
      for (const instance of all) instance.kill();
      await Promise.all([...all].map((instance) => instance.exited));
    },
  };

  function start(): Instance {
    const child = launch(deps.program ?? findProgram());
    deps.watchdog.watch(child);
    child.stderr?.setEncoding("utf8").on("data", deps.onStderr);
    const instance = instanceOf(child);
    all.add(instance);
    void instance.exited.then(() => all.delete(instance));
    return instance;
  }
}

function findProgram(): string {
  const program = PROGRAMS.map((name) => fileURLToPath(new URL(name, import.meta.url))).find(existsSync);
  if (!program) throw new Error("The lab's instance program is missing.");
  return program;
}

function launch(program: string): ChildProcess {
  return fork(program, [], {
    // A group of its own: Ctrl-C in our terminal, and a signal to our group, are for us to pass on.
    detached: true,
    execArgv: program.endsWith(".ts") ? ["--import", "tsx"] : [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

const NOBODY = { hear(_message: FromInstance) {}, exit() {} };

function instanceOf(child: ChildProcess): Instance {
  const { pid } = child;
  if (pid === undefined) throw new Error("An instance could not be started.");
  let listener = NOBODY;
  let finished: ((statements: number | null) => void) | undefined;
  let gone = false;
  const exited = new Promise<void>((resolve) =>
    child.once("exit", () => {
      gone = true;
      resolve();
      listener.exit();
      finished?.(null);
    }),
  );
  let killed = false;
  let open = false;
  const alive = () => !killed && child.exitCode === null && child.signalCode === null && child.connected;
  const kill = () => {
    killed = true;
    child.kill("SIGKILL");
  };
  child.on("error", () => {});
  child.on("message", (message) => {
    if (!isFromInstance(message)) return;
    if (message.type === "finished") finished?.(message.statements);
    else listener.hear(message);
  });
  const send = (message: ToInstance) => {
    if (alive()) child.send(message);
  };
  const listen: Instance["listen"] = (hear, exit) => {
    listener = { hear, exit };
    if (gone) queueMicrotask(exit);
  };
  return {
    pid,
    alive,
    exited,
    send,
    prepare: (setup) =>
      new Promise((resolve, reject) => {
        open = true;
        listen(
          (message) => {
            if (message.type === "prepared") resolve(message.backends);
            if (message.type === "not-prepared") reject(new Error(message.reason));
          },
          () => reject(new Error("An instance ended before the race began.")),
        );
        send({ type: "prepare", setup });
      }),
    listen,
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    kill,
    async finish() {
      if (!alive()) return null;
      if (!open) return 0;
      let timer: NodeJS.Timeout | undefined;
      const statements = await new Promise<number | null>((resolve) => {
        finished = resolve;
        timer = setTimeout(() => resolve(null), FINISH_WITHIN_MS);
        child.kill("SIGCONT");
        send({ type: "finish" });
      });
      clearTimeout(timer);
      listener = NOBODY;
      open = false;
      if (statements === null) kill();
      return statements;
    },
  };
}
