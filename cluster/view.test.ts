/** What the terminal shows of a cluster, without one. */
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import type { Condition, Part, PartKind } from "./part";
import type { PartState } from "./state";
import { drawView } from "./view";

const state = [
  seen("haproxy", "haproxy", "running", "up", ""),
  seen("node-1", "node", "running", "degraded", "Postgres up, Redis down"),
  seen("node-2", "node", "frozen", "", ""),
  seen("postgres-1", "postgres", "running", "primary", "running, timeline 12"),
  seen(
    "postgres-2",
    "postgres",
    "running",
    "sync standby",
    `streaming, timeline 12, ${"9".repeat(60)} bytes lag`,
  ),
  seen("postgres-3", "postgres", "down", "", ""),
  seen("redis-1", "redis", "running", "", ""),
];

it("shows every part with its condition and role, who is chosen, and the sales per second", () => {
  const lines = draw().split("\n");
  expect(lines[0]).toContain("http://127.0.0.1:3100");
  expect(lines[0]).toContain("42 sales/s");
  expect(lines).toContainEqual(expect.stringMatching(/^› ● postgres-1 +primary +running, timeline 12$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}❄ node-2 +frozen$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}✕ postgres-3 +down$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}● redis-1 +does not answer$/));
});

it("fits a terminal of eighty columns", () => {
  for (const line of draw().split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

function draw(): string {
  const view = drawView({
    url: "http://127.0.0.1:3100",
    state,
    salesPerSecond: 41.7,
    chosen: 3,
    note: "n".repeat(100),
  });
  return view
    .split("\n")
    .map((line) => stripVTControlCharacters(line).trimEnd())
    .join("\n");
}

function seen(name: string, kind: PartKind, condition: Condition, role: string, detail: string): PartState {
  const nothing = async () => {};
  const part: Part = {
    name,
    kind,
    condition: () => condition,
    kill: nothing,
    freeze: () => {},
    thaw: () => {},
    bringBack: nothing,
    stop: nothing,
  };
  return { part, condition, role, detail };
}
