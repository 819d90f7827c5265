/** The lab on several nodes that share a Postgres, behind which no load balancer remembers who came from where. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { RaceStepsPage, RaceView } from "#contract/lab";
import type { GameState } from "#contract/lab-game";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const SLOW = { strategy: "naive", buyers: 4, instances: 2, poolSize: 2, thinkMs: 2_000, seed: 5 };
/** A node is taken for dead after ten seconds of silence. */
const UNTIL_LOST_MS = 40_000;

let services: TestServices;
const nodes: TestNode[] = [];
const processes: NodeProcess[] = [];
let openBuyers: Buyer[] = [];
beforeAll(async () => {
  services = await startServices();
});
afterEach(async () => {
  for (const buyer of openBuyers) buyer.close();
  openBuyers = [];
  for (const node of nodes.splice(0)) await node.stop();
  for (const node of processes.splice(0)) await node.kill();
});
afterAll(() => services.remove());

async function openNode(state: "ready" | "degraded" = "ready"): Promise<TestNode> {
  const node = await startTestNode(services, {}, state);
  nodes.push(node);
  return node;
}

async function openNodeProcess(): Promise<NodeProcess> {
  const node = await startNodeProcess(services);
  processes.push(node);
  return node;
}

async function newBuyer(url: string, cookie?: string): Promise<Buyer> {
  const buyer = await openBuyer(url, cookie ? { cookie } : {});
  openBuyers.push(buyer);
  return buyer;
}

async function submit(url: string, race: object = SLOW): Promise<string> {
  const { status, body } = await request<{ raceId: string }>(url, "POST", "/api/lab/races", race);
  expect(status).toBe(202);
  return body.raceId;
}

async function read(url: string, raceId: string): Promise<RaceView> {
  return (await request<RaceView>(url, "GET", `/api/lab/races/${raceId}`)).body;
}

async function readSteps(url: string, raceId: string) {
  const { body } = await request<RaceStepsPage>(url, "GET", `/api/lab/races/${raceId}/steps`);
  return body.steps;
}

/** Joins a race and gathers what is told of it from then on. */
async function listen(url: string, raceId: string) {
  const buyer = await newBuyer(url);
  const batches = buyer.listen("lab:step");
  const progress = buyer.listen("lab:progress");
  const results = buyer.listen("lab:result");
  const joined = await buyer.ask("lab:join", { raceId });
  if (!joined.ok) throw new Error(joined.code);
  return {
    joined: joined.race,
    steps: () => batches.flatMap((batch) => batch.steps),
    progress,
    async result() {
      if (joined.race.status === "done" || joined.race.status === "failed") return joined.race;
      return until("the result is told", () => results[0], UNTIL_LOST_MS);
    },
  };
}

const untilRunning = (url: string, raceId: string) =>
  until("the race runs", async () => (await read(url, raceId)).status === "running");

/** On both nodes, so that one of them is not the one that runs it. */
async function expectHeardEverywhere(x: TestNode, y: TestNode): Promise<void> {
  const raceId = await submit(x.url);
  const ears = [await listen(x.url, raceId), await listen(y.url, raceId)];
  const results = await Promise.all(ears.map((ear) => ear.result()));
  expect(results[0]).toMatchObject({ raceId, status: "done", seed: 5 });
  expect(results[0]?.success).toBeGreaterThan(1);
  expect(results[1]).toEqual(results[0]);
  const kept = await readSteps(y.url, raceId);
  expect(kept.length).toBeGreaterThan(0);
  for (const ear of ears) {
    expect(ear.steps()).toEqual(kept.slice(ear.joined.stepsTold));
    expect([ear.joined, ...ear.progress].map(({ status }) => status)).toContain("running");
  }
  expect(await read(x.url, raceId)).toEqual(await read(y.url, raceId));
}

describe("a race", { timeout: 90_000 }, () => {
  test("L34 is heard live on every node, and found from every node", async () => {
    const [x, y] = [await openNode(), await openNode()];
    await expectHeardEverywhere(x, y);
  });

  test("L34 is heard live on every node while Redis is away", async () => {
    await services.redis.kill();
    const [x, y] = [await openNode("degraded"), await openNode("degraded")];
    await expectHeardEverywhere(x, y);
    await services.redis.start();
  });

  test("L36 is there after all nodes were stopped, steps and all", async () => {
    const x = await openNode();
    const raceId = await submit(x.url, { ...SLOW, thinkMs: 10 });
    const race = await (await listen(x.url, raceId)).result();
    const steps = await readSteps(x.url, raceId);
    const history = await request(x.url, "GET", `/api/lab/races/${raceId}/history`);
    expect(history.body).toMatchObject({ operations: { length: SLOW.buyers } });
    await nodes.pop()?.stop();
    const y = await openNode();
    expect(await read(y.url, raceId)).toEqual(race);
    expect(await readSteps(y.url, raceId)).toEqual(steps);
    expect((await listen(y.url, raceId)).joined).toEqual(race);
    expect((await request(y.url, "GET", `/api/lab/races/${raceId}/history`)).body).toEqual(history.body);
  });

  test("L35 whose node is killed says so to whoever listens elsewhere, and the next in line is run", async () => {
    const x = await openNodeProcess();
    const raceId = await submit(x.url);
    const waiting = await submit(x.url, { ...SLOW, strategy: "row-lock", thinkMs: 10 });
    await untilRunning(x.url, raceId);
    // So that the race is not over before it is joined.
    x.pause();
    const y = await openNode();
    const [ear, patient] = [await listen(y.url, raceId), await listen(y.url, waiting)];
    await x.kill();
    const result = await ear.result();
    expect(result).toMatchObject({ status: "failed", success: null });
    expect(result.error?.en).toContain("stopped before its end");
    expect(await patient.result()).toMatchObject({ status: "done", success: 1 });
  });

  test("L35 whose node stood still is over, and what that node writes later is not heard", async () => {
    const x = await openNodeProcess();
    const raceId = await submit(x.url);
    await untilRunning(x.url, raceId);
    x.pause();
    const y = await openNode();
    const failed = await (await listen(y.url, raceId)).result();
    expect(failed.status).toBe("failed");
    x.resume();
    const next = await submit(x.url, { ...SLOW, thinkMs: 10 });
    expect((await (await listen(x.url, next)).result()).status).toBe("done");
    expect(await read(y.url, raceId)).toEqual(failed);
  });
});

describe("a game", { timeout: 90_000 }, () => {
  async function begin(buyer: Buyer, moves = ""): Promise<string> {
    const asked = { strategy: "naive", moves };
    const { body } = await buyer.http<{ game: GameState }>("POST", "/api/lab/games", asked);
    return body.game.gameId;
  }

  async function expectWon(buyer: Buyer, gameId: string, moves: ("A" | "B")[]): Promise<void> {
    for (const move of moves) await buyer.ask("lab:game:move", { gameId, move });
    expect(await buyer.ask("lab:game:join", { gameId })).toMatchObject({
      game: { gameId, moves: "ABAB", status: "won", sales: [{ buyer: "A" }, { buyer: "B" }] },
    });
  }

  test("L34 begun on one node is played on another, found from both, and nobody else's on either", async () => {
    const [x, y] = [await openNode(), await openNode()];
    const player = await newBuyer(x.url);
    const gameId = await begin(player);
    const there = await newBuyer(y.url, player.cookie);
    const stranger = await newBuyer(y.url);
    expect(await stranger.ask("lab:game:move", { gameId, move: "A" })).toMatchObject({ code: "not_yours" });
    expect(await stranger.ask("lab:game:join", { gameId })).toMatchObject({ game: { moves: "" } });
    expect(await there.ask("lab:game:join", { gameId })).toMatchObject({ ok: true, game: { moves: "" } });
    await there.ask("lab:game:move", { gameId, move: "A" });
    // The first node may not have noticed yet that the game has gone, and must not play it from where it was.
    expect(await player.ask("lab:game:move", { gameId, move: "B" })).toMatchObject({ game: { moves: "AB" } });
    await expectWon(there, gameId, ["A", "B"]);
    for (const { url } of [x, y]) {
      const { body } = await request<{ game: GameState }>(url, "GET", `/api/lab/games/${gameId}`);
      expect(body.game).toMatchObject({ moves: "ABAB", status: "won" });
    }
    expect(await player.ask("lab:game:give-up", { gameId })).toMatchObject({ ok: true });
    expect(await there.ask("lab:game:move", { gameId, move: "A" })).toMatchObject({
      game: { moves: "ABAB" },
    });
  });

  test("L35 goes on where it was after its node was killed, and while Redis is away", async () => {
    const x = await openNodeProcess();
    const player = await newBuyer(x.url);
    const gameId = await begin(player, "A");
    await player.ask("lab:game:join", { gameId });
    await player.ask("lab:game:move", { gameId, move: "B" });
    await x.kill();
    await services.redis.kill();
    const y = await openNode("degraded");
    const returned = await newBuyer(y.url, player.cookie);
    expect(await returned.ask("lab:game:join", { gameId })).toMatchObject({ game: { moves: "AB" } });
    await expectWon(returned, gameId, ["A", "B"]);
    await services.redis.start();
  });

  test("L21 L34 a player's new game on another node ends the one before", async () => {
    const [x, y] = [await openNode(), await openNode()];
    const player = await newBuyer(x.url);
    const before = await begin(player);
    const there = await newBuyer(y.url, player.cookie);
    await begin(there);
    expect(await player.ask("lab:game:join", { gameId: before })).toMatchObject({
      game: { status: "ended" },
    });
  });
});
