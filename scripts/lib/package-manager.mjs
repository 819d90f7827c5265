// The system's package manager, used only where it asks nothing: as root, or with a sudo without a password.
import { spawnSync } from "node:child_process";
import { findCommand } from "./commands.mjs";
import { stage } from "./stage.mjs";

// Debian starts the services it installs. Ours are started by us, on ports of their own, so it is told not to.
const POLICY = "/usr/sbin/policy-rc.d";
const START_NO_SERVICE = `test -e ${POLICY} || { trap 'rm -f ${POLICY}' EXIT; printf '#!/bin/sh\\nexit 101\\n' > ${POLICY}; chmod +x ${POLICY}; };`;

/** @type {{ program: string, needsRoot: boolean, redis: string, chromium?: string, before?: string }[]} */
const MANAGERS = [
  {
    program: "apt-get",
    needsRoot: true,
    before: `export DEBIAN_FRONTEND=noninteractive; ${START_NO_SERVICE}`,
    redis: "apt-get update && apt-get install -y --no-install-recommends redis-server",
    chromium: "apt-get update && apt-get install -y --no-install-recommends chromium",
  },
  {
    program: "dnf",
    needsRoot: true,
    redis: "dnf install -y valkey || dnf install -y redis",
    chromium: "dnf install -y chromium",
  },
  { program: "apk", needsRoot: true, redis: "apk add valkey || apk add redis", chromium: "apk add chromium" },
  {
    program: "pacman",
    needsRoot: true,
    redis: "pacman -Sy --noconfirm valkey",
    chromium: "pacman -Sy --noconfirm chromium",
  },
  {
    program: "brew",
    needsRoot: false,
    redis: "brew install redis",
    chromium: "brew install --cask chromium",
  },
];

/**
 * Installs a package and says what it runs. False: there is no way to do so without a question, or it failed.
 * @param {import("./processes.mjs").Processes} processes
 * @param {"redis" | "chromium"} what
 * @returns {Promise<boolean>}
 */
export async function installPackage(processes, what) {
  const manager = MANAGERS.find(({ program }) => findCommand([program]));
  const command = manager?.[what];
  const prefix = manager && rootPrefix(manager.needsRoot);
  if (!command || !prefix) return false;
  const line = [...prefix, "sh", "-c", `${manager.before ?? ""} ${command}`];
  return stage(
    what === "redis" ? "Redis" : "browser",
    `not found, running: ${[...prefix, command].join(" ")}`,
    async () => {
      const { code, output } = await processes.run(line[0] ?? "", line.slice(1));
      if (code !== 0) process.stdout.write(`\n${output.trim()}\n`);
      return code === 0;
    },
  );
}

/**
 * What must stand before a command, or undefined if it may not be run.
 * @param {boolean} needsRoot
 * @returns {string[] | undefined}
 */
function rootPrefix(needsRoot) {
  const isRoot = process.getuid?.() === 0;
  if (!needsRoot) return isRoot ? undefined : [];
  if (isRoot) return [];
  return spawnSync("sudo", ["-n", "true"]).status === 0 ? ["sudo", "-n"] : undefined;
}
