/** docker-compose.cluster.yml cannot be run here; what can be read of it is. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { refuse } from "#contract/outcomes";
import { projectRoot } from "#scripts/lib/paths";

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z
        .union([z.string(), z.object({ context: z.string(), dockerfile: z.string().optional() })])
        .optional(),
      environment: z.record(z.string(), z.string()).optional(),
      command: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});
const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const { services, volumes } = compose.parse(parse(read("docker-compose.cluster.yml"), { merge: true }));
const haproxy = read("cluster/config/haproxy.cfg");

it("X10 the compose file has every part of the cluster", () => {
  const names = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${kind}-${at + 1}`);
  const parts = [...names("etcd", 3), ...names("postgres", 3), ...names("redis", 6), ...names("node", 3)];
  expect(Object.keys(services)).toEqual(expect.arrayContaining([...parts, "haproxy"]));
});

it("X10 whatever it mounts, builds or waits for exists", () => {
  for (const [name, { volumes: mounts = [], build, depends_on: waits = [], image }] of Object.entries(
    services,
  )) {
    for (const mount of mounts) {
      const [from = ""] = mount.split(":");
      const there = from.startsWith("./") ? existsSync(join(projectRoot, from)) : from in volumes;
      expect({ name, mount, there }).toEqual({ name, mount, there: true });
    }
    const { context, dockerfile = "Dockerfile" } =
      typeof build === "object" ? build : { context: build ?? "." };
    expect(image !== undefined || existsSync(join(projectRoot, context, dockerfile))).toBe(true);
    for (const other of Array.isArray(waits) ? waits : Object.keys(waits)) {
      expect(Object.keys(services)).toContain(other);
    }
  }
});

it("X10 HAProxy is told every address that its file asks for, and each names a service", () => {
  const asked = [...haproxy.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const told = services.haproxy?.environment ?? {};
  expect(Object.keys(told).toSorted()).toEqual([...new Set(asked)].toSorted());
  const named = Object.values(told).flatMap((value) => /^([a-z]+-\d):/.exec(value)?.[1] ?? []);
  for (const service of named) expect(Object.keys(services)).toContain(service);
});

it("X10 the members of Postgres differ only by their names, and share one scope and one etcd", () => {
  const settings = [1, 2, 3].map((at) => {
    const text = JSON.stringify(services[`postgres-${at}`]);
    return text.replaceAll(`postgres-${at}`, "postgres-N");
  });
  expect(new Set(settings).size).toBe(1);
  const patroni = z
    .object({
      bootstrap: z.object({
        dcs: z.object({
          ttl: z.number(),
          loop_wait: z.number(),
          retry_timeout: z.number(),
          synchronous_mode: z.literal(true),
          synchronous_mode_strict: z.literal(true),
        }),
      }),
    })
    .parse(parse(read("cluster/config/patroni.yml")));
  const { ttl, loop_wait, retry_timeout } = patroni.bootstrap.dcs;
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
});

it("X10 HAProxy itself answers programs in the product's own words", () => {
  for (const [status, code] of [
    ["502", "pending"],
    ["503", "unavailable"],
    ["504", "pending"],
  ] as const) {
    const line = haproxy
      .split("\n")
      .find((one) => one.includes(`http-error status ${status} content-type application/json`));
    const body = /string "(.*)"$/.exec(line ?? "")?.[1]?.replaceAll('\\"', '"') ?? "{}";
    expect(JSON.parse(body)).toEqual(refuse(code, "en"));
  }
});
