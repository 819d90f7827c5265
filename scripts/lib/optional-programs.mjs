// Servers that some strategies of the lab and the cluster use where they are installed. Nothing that `npm start`
// or `npm test` needs is among them.
import { readdirSync } from "node:fs";
import { findCommand, isProgram } from "./find-command.mjs";

const DEBIAN_POSTGRES = "/usr/lib/postgresql";

/**
 * @typedef {keyof typeof OPTIONAL_PROGRAMS} OptionalProgram
 */
export const OPTIONAL_PROGRAMS = {
  etcd: { packages: "etcd-server", find: () => findCommand(["etcd"]) },
  zookeeper: {
    packages: "zookeeper default-jre-headless",
    find: () => findCommand(["java"]) && existing("/usr/share/zookeeper/bin/zkServer.sh"),
  },
  rabbitmq: {
    packages: "rabbitmq-server",
    find: () => existing("/usr/lib/rabbitmq/bin/rabbitmq-server") ?? findCommand(["rabbitmq-server"]),
  },
  haproxy: { packages: "haproxy", find: () => findCommand(["haproxy"]) },
  patroni: { packages: "patroni python3-etcd", find: () => findCommand(["patroni"]) },
  postgres: { packages: "postgresql", find: findDebianPostgres },
  prometheus: { packages: "prometheus", find: () => findCommand(["prometheus"]) },
  faketime: { packages: "faketime", find: () => findCommand(["faketime"]) },
};

/**
 * Where it is, or undefined.
 * @param {OptionalProgram} name
 * @returns {string | undefined}
 */
export function findOptionalProgram(name) {
  return OPTIONAL_PROGRAMS[name].find();
}

/**
 * One line that installs these on Debian and its relatives.
 * @param {OptionalProgram[]} names
 */
export function installLine(names) {
  const packages = names.map((name) => OPTIONAL_PROGRAMS[name].packages).join(" ");
  return `apt-get update && apt-get install -y --no-install-recommends ${packages}`;
}

/** @returns {OptionalProgram[]} */
export function missingPrograms() {
  const names = /** @type {OptionalProgram[]} */ (Object.keys(OPTIONAL_PROGRAMS));
  return names.filter((name) => !findOptionalProgram(name));
}

/** Debian keeps the server's programs out of the PATH, by version. */
function findDebianPostgres() {
  let versions;
  try {
    versions = readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a));
  } catch {
    return undefined;
  }
  return versions.map((version) => existing(`${DEBIAN_POSTGRES}/${version}/bin/postgres`)).find(Boolean);
}

/** @param {string} path */
function existing(path) {
  return isProgram(path) ? path : undefined;
}
