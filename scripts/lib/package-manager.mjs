// The system's package manager, used only where it asks nothing: as root, or with a sudo without a password.
import { spawnSync } from "node:child_process";
import { findCommand } from "./find-command.mjs";
import { showProgress } from "./progress.mjs";

/** The first whose program is there is run. Chromium is for the tests, which do not run on Alpine (no glibc). */
const COMMANDS = {
  redis: [
    "apt-get update && apt-get install -y --no-install-recommends redis-server",
    "dnf install -y valkey || dnf install -y redis",
    "apk add valkey || apk add redis",
    "pacman -Sy --noconfirm valkey",
    "brew install redis",
  ],
  chromium: [
    "apt-get update && (apt-get install -y --no-install-recommends chromium-headless-shell || apt-get install -y --no-install-recommends chromium)",
    "dnf install -y chromium",
    "pacman -Sy --noconfirm chromium",
  ],
};

// Debian starts the services it installs. Ours are started by us, on ports of their own, so it is told not to.
const POLICY = "/usr/sbin/policy-rc.d";
const QUIET_DEBIAN = `export DEBIAN_FRONTEND=noninteractive; test -e ${POLICY} || { trap 'rm -f ${POLICY}' EXIT; printf '#!/bin/sh\\nexit 101\\n' > ${POLICY}; chmod +x ${POLICY}; };`;

/**
 * Installs a package and says what it runs. False: there is no way to do so without a question, or it failed.
 * @param {import("./processes.mjs").Processes} processes
 * @param {keyof typeof COMMANDS} what
 */
export function installPackage(processes, what) {
  return installByFirst(processes, what === "redis" ? "Redis" : "browser", COMMANDS[what]);
}

/**
 * Runs the first of these lines whose package manager is there.
 * @param {import("./processes.mjs").Processes} processes
 * @param {string} name what the line of progress begins with
 * @param {string[]} commands
 * @returns {Promise<boolean>}
 */
export async function installByFirst(processes, name, commands) {
  const command = commands.find((line) => findCommand(line.split(" ", 1)));
  const prefix = command && prefixFor(command);
  if (!command || !prefix) return false;
  const script = command.startsWith("apt-get ") ? `${QUIET_DEBIAN} ${command}` : command;
  const line = [...prefix, "sh", "-c", script];
  return showProgress(name, `not found, running: ${[...prefix, command].join(" ")}`, async () => {
    const { code, output } = await processes.run(line[0] ?? "", line.slice(1));
    if (code !== 0) process.stdout.write(`\n${output.trim()}\n`);
    return code === 0;
  });
}

/**
 * What must stand before a command, or undefined if it may not be run: Homebrew refuses root, all others need it.
 * @param {string} command
 * @returns {string[] | undefined}
 */
function prefixFor(command) {
  const isRoot = process.getuid?.() === 0;
  if (command.startsWith("brew ")) return isRoot ? undefined : [];
  if (isRoot) return [];
  return spawnSync("sudo", ["-n", "true"]).status === 0 ? ["sudo", "-n"] : undefined;
}
