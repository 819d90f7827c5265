// A Redis for `npm start`: the one that is given, one installed here, one installed now, or one in Docker.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { ExpectedFailure } from "./expected-failure.mjs";
import { installPackage } from "./package-manager.mjs";
import { dataDir, projectRoot } from "./paths.mjs";
import { freePort } from "./ports.mjs";
import { showProgress } from "./progress.mjs";
import { findRedisServer, startRedisServer, untilRedisAnswers } from "./redis.mjs";

const DOCKER_IMAGE = "redis:7.4-alpine";
/** An image may have to be fetched first. */
const DOCKER_START_WITHIN_MS = 180_000;

/**
 * @param {import("./processes.mjs").Processes} processes
 * @returns {Promise<{ redis: import("./redis.mjs").RunningRedis, startAgain: () => Promise<import("./redis.mjs").RunningRedis> }>}
 */
export async function provideRedis(processes) {
  const program = findRedisServer() ?? (await installRedis(processes));
  const port = await freePort();
  if (program) {
    const start = () => startRedisServer(processes, program, { folder: join(dataDir, "redis"), port });
    return { redis: await showProgress("Redis", `starting ${basename(program)}`, start), startAgain: start };
  }
  if (spawnSync("docker", ["info"], { timeout: 10_000 }).status === 0) {
    const start = () => startInDocker(processes, port);
    const redis = await showProgress("Redis", `starting ${DOCKER_IMAGE} in Docker`, start);
    return { redis, startAgain: start };
  }
  throw noRedis();
}

/**
 * The program, installed if it can be.
 * @param {import("./processes.mjs").Processes} processes
 */
export async function installRedis(processes) {
  return (await installPackage(processes, "redis")) ? findRedisServer() : undefined;
}

export function noRedis() {
  return new ExpectedFailure(`Redis is needed, and there is none. Any of these will do:
  - install it: apt-get install redis-server, dnf install valkey, pacman -S valkey, brew install redis
  - run this as root or with a password-less sudo, and it is installed for you
  - start Docker, and it runs there (npm start only)
  - give one that is running (npm start only): REDIS_URL=redis://host:6379 npm start`);
}

/**
 * The client stays in the foreground and passes our signal on, so the container ends with it.
 * @param {import("./processes.mjs").Processes} processes
 * @param {number} port
 */
async function startInDocker(processes, port) {
  const name = `last-seat-redis-${createHash("sha256").update(projectRoot).digest("hex").slice(0, 12)}`;
  spawnSync("docker", ["rm", "--force", name]);
  const args = ["run", "--rm", "--name", name, "--publish", `127.0.0.1:${port}:6379`, DOCKER_IMAGE];
  const running = processes.start("Redis", "docker", [...args, "redis-server", "--save", ""], {
    stdio: "ignore",
  });
  await untilRedisAnswers(running, port, DOCKER_START_WITHIN_MS);
  return { ...running, port, url: `redis://127.0.0.1:${port}` };
}
