/** What a stranger on a public demo can make the lab do, through its doors on a real node. */
import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RaceStepsPage } from "#contract/lab";
import { GAME_LIMITS, RACE_LIMITS } from "#contract/lab-limits";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { occupyLab } from "#testing/lab";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

let services: TestServices;
let node: TestNode;
let openBuyers: Buyer[] = [];
beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, { RATE_LIMITS: "on" });
});
afterEach(() => {
  for (const buyer of openBuyers) buyer.close();
  openBuyers = [];
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

async function newBuyer(): Promise<Buyer> {
  const buyer = await openBuyer(node.url);
  openBuyers.push(buyer);
  return buyer;
}

test("L12 a large one is read by the page, and joining it cuts nobody", async () => {
  const buyer = await newBuyer();
  const [steps, results] = [buyer.listen("lab:step"), buyer.listen("lab:result")];
  const settings = { strategy: "redis-lock", buyers: 500, instances: 3, poolSize: 10, thinkMs: 0 };
  const { body } = await buyer.http<{ raceId: string }>("POST", "/api/lab/races", settings);
  await buyer.ask("lab:join", body);
  const { stepsTold } = await until("the result is told", () => results[0], 60_000);
  expect(stepsTold).toBeGreaterThan(RACE_LIMITS.stepsPerPage);
  const all = await readSteps(buyer, body.raceId);
  expect(all).toHaveLength(stepsTold);
  expect(steps.flatMap((batch) => batch.steps)).toEqual(all.slice(-steps.flatMap((b) => b.steps).length));
  expect(Math.max(...steps.map((batch) => batch.steps.length))).toBeLessThanOrEqual(RACE_LIMITS.stepsPerPage);
  const { body: view } = await buyer.http(`GET`, `/api/lab/races/${body.raceId}`);
  expect(JSON.stringify(view).length).toBeLessThan(100_000);
});

test("L21 an address has only so many games", async () => {
  const players = await Promise.all(Array.from({ length: GAME_LIMITS.maxPerAddress + 1 }, newBuyer));
  const statuses: number[] = [];
  for (const player of players) {
    statuses.push((await player.http("POST", "/api/lab/games", { strategy: "naive" })).status);
  }
  expect(statuses.slice(0, -1).every((status) => status === 201)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

test.skipIf(process.platform !== "linux")(
  "L33 what sales by strategies open is bounded, and closed again",
  async () => {
    const descriptors = () => readdirSync("/proc/self/fd").length;
    const book = (seatId: string, strategy: string) =>
      request<{ code?: string }>(node.url, "POST", "/api/seats/book", { seatId, strategy });
    for (const strategy of ["queue", "redlock"]) await book("A1", strategy);
    const before = descriptors();
    const answers: number[] = [];
    for (let number = 1; number <= 16; number += 1) {
      for (const strategy of ["queue", "redlock", "redis-lock"]) {
        answers.push((await book(`B${number}`, strategy)).status);
      }
    }
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(0);
    // A dozen sellers with six connections each at most.
    expect(descriptors() - before).toBeLessThan(80);
    await until("what was opened is closed", () => descriptors() <= before, 30_000);
  },
  60_000,
);

test("L10 an address has only so many races in the line", async () => {
  const occupied = await occupyLab(services.sql);
  const crowd = await Promise.all(
    Array.from({ length: RACE_LIMITS.maxPerAddress + 3 }, () =>
      request<{ raceId?: string }>(node.url, "POST", "/api/lab/races", { strategy: "naive" }),
    ),
  );
  const statuses = crowd.map(({ status }) => status).toSorted();
  expect(statuses.filter((status) => status === 202)).toHaveLength(RACE_LIMITS.maxPerAddress);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  await services.sql.query("DELETE FROM lab_races WHERE status = 'queued'");
  await occupied.release();
});

async function readSteps(buyer: Buyer, raceId: string) {
  const all: RaceStepsPage["steps"] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: { body: RaceStepsPage } = await buyer.http(
      "GET",
      `/api/lab/races/${raceId}/steps?from=${from}`,
    );
    all.push(...page.body.steps);
    from = page.body.next;
  }
  return all;
}
