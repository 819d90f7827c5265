/**
 * Ends the lab's processes when the server itself was killed and could not. A paused process does not notice
 * that its parent is gone, and a Redis does not care. The keeper does: it is a shell that reads from us the
 * processes we have, and when there is nothing more to read because we ended, it kills the ones that are left.
 */
import { type ChildProcess, spawn } from "node:child_process";

const SCRIPT = `
pids=""
while read -r word pid; do
  case $word in
    has) pids="$pids $pid" ;;
    gone) left=""; for p in $pids; do [ "$p" = "$pid" ] || left="$left $p"; done; pids=$left ;;
  esac
done
for p in $pids; do kill -KILL "$p" 2>/dev/null; done`;

export interface Keeper {
  /** Until its exit is seen. */
  keep(child: ChildProcess): void;
  close(): void;
}

export function createKeeper(): Keeper {
  let shell: ChildProcess | undefined;
  const say = (word: "has" | "gone", pid: number) => shell?.stdin?.write(`${word} ${pid}\n`);
  return {
    keep(child) {
      const { pid } = child;
      if (pid === undefined) return;
      shell ??= startShell();
      say("has", pid);
      child.once("exit", () => say("gone", pid));
    },
    close() {
      shell?.stdin?.end();
      shell = undefined;
    },
  };
}

/** In a group of its own, so that Ctrl-C in our terminal does not end it before us. */
function startShell(): ChildProcess {
  const shell = spawn("sh", ["-c", SCRIPT], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.on("error", () => {});
  shell.stdin?.on("error", () => {});
  shell.unref();
  return shell;
}
