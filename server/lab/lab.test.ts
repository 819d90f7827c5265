/** The lab through its doors: HTTP and Socket.io on a real node, watched from outside. */
import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { RaceStepsPage, RaceView, StrategySource } from "#contract/lab";
import type { GameState } from "#contract/lab-game";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { instanceProcesses, STRATEGIES_EVERYWHERE } from "#testing/lab";
import { startTestNode, type TestNode } from "#testing/node";
import { startNodeProcess } from "#testing/node-process";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const SMALL = { buyers: 4, instances: 2, poolSize: 2, thinkMs: 10 };

let services: TestServices;
let node: TestNode;
let openBuyers: Buyer[] = [];
beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
});
afterEach(() => {
  for (const buyer of openBuyers) buyer.close();
  openBuyers = [];
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

async function newBuyer(url = node.url): Promise<Buyer> {
  const buyer = await openBuyer(url);
  openBuyers.push(buyer);
  return buyer;
}

describe("a race through the doors", () => {
  test("L12 is accepted, streamed to whoever joins, and kept", async () => {
    const buyer = await newBuyer();
    const [steps, results] = [buyer.listen("lab:step"), buyer.listen("lab:result")];
    const accepted = await buyer.http<{ raceId: string }>("POST", "/api/lab/races", {
      strategy: "redis-lock",
      ...SMALL,
      seed: 5,
    });
    expect(accepted.status).toBe(202);
    const { raceId } = accepted.body;
    const joined = await buyer.ask("lab:join", { raceId });
    if (!joined.ok) throw new Error(joined.code);
    const result = await until("the result is told", () => results[0]);
    expect(result).toMatchObject({ raceId, status: "done", success: 1, doubleBookings: 0, seed: 5 });

    const kept = await buyer.http<RaceView>("GET", `/api/lab/races/${raceId}`);
    expect(kept.body).toMatchObject({ requests: 4, success: 1, failed: 3, postgresCountedBy: "server" });
    const streamed = steps.flatMap((batch) => batch.steps);
    const { body } = await buyer.http<RaceStepsPage>("GET", `/api/lab/races/${raceId}/steps`);
    const all = body.steps;
    expect(all.slice(joined.race.stepsTold)).toEqual(streamed);
    const late = await buyer.ask("lab:join", { raceId });
    expect(late).toMatchObject({ ok: true, race: { status: "done", stepsTold: all.length } });
    expect(await buyer.ask("lab:steps", { raceId })).toEqual({ ok: true, steps: all, next: null });
  });

  test.each([
    [{ strategy: "no-such" }, /strategy/],
    [{ strategy: "naive", buyers: 501 }, /buyers/],
    [{ strategy: "naive", instances: 5, poolSize: 30 }, /connections/],
    [{ strategy: "naive", fault: "failover" }, /fault/],
    [{ strategy: "redis-lock", fault: "foreign-release", buyers: 2 }, /3 buyers/],
    [{ strategy: "naive", seat: "'; DROP TABLE seats" }, /seat/],
  ])("L10 %j is refused with what is wrong", async (body, wrong) => {
    const refused = await request<{ message: string }>(node.url, "POST", "/api/lab/races", body);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(wrong);
  });

  test("L10 a race nobody knows is not found", async () => {
    expect((await request(node.url, "GET", "/api/lab/races/r0")).status).toBe(404);
    const buyer = await newBuyer();
    expect(await buyer.ask("lab:join", { raceId: "r0" })).toMatchObject({ ok: false, code: "not_found" });
  });

  test("L5 the source is the file on disk", async () => {
    const { body } = await request<StrategySource>(node.url, "GET", "/api/lab/strategies/naive/source");
    expect(body.path).toBe("server/strategies/naive.ts");
    expect(body.text.split("\n")[(body.lines.check?.[0] ?? 0) - 1]).toContain('step("check"');
    expect((await request(node.url, "GET", "/api/lab/strategies/no-such/source")).status).toBe(400);
  });
});

describe("a game through the doors", () => {
  test("L19 is begun over HTTP, moved over the socket, and played again from its moves", async () => {
    const buyer = await newBuyer();
    const begun = await buyer.http<{ game: GameState }>("POST", "/api/lab/games", { strategy: "naive" });
    expect(begun.status).toBe(201);
    const { gameId } = begun.body.game;
    expect(await buyer.ask("lab:game:join", { gameId })).toMatchObject({ ok: true, game: { moves: "" } });
    for (const move of ["A", "B", "A"] as const) await buyer.ask("lab:game:move", { gameId, move });
    const won = await buyer.ask("lab:game:move", { gameId, move: "B" });
    expect(won).toMatchObject({ ok: true, game: { status: "won", moves: "ABAB" } });

    const again = await buyer.http<{ game: GameState }>("POST", "/api/lab/games", {
      strategy: "naive",
      moves: "ABAB",
    });
    expect(again.body.game).toMatchObject({ status: "won", sales: [{ buyer: "A" }, { buyer: "B" }] });
    const kept = await buyer.http<{ game: GameState }>("GET", `/api/lab/games/${again.body.game.gameId}`);
    expect(kept.body.game.status).toBe("won");
    await buyer.ask("lab:game:give-up", { gameId: again.body.game.gameId });
  });

  test("L21 a stranger's press does nothing", async () => {
    const buyer = await newBuyer();
    const stranger = await newBuyer();
    const { body } = await buyer.http<{ game: GameState }>("POST", "/api/lab/games", { strategy: "naive" });
    const pressed = await stranger.ask("lab:game:move", { gameId: body.game.gameId, move: "A" });
    expect(pressed).toMatchObject({ ok: false, code: "not_yours" });
    const given = await buyer.ask("lab:game:give-up", { gameId: body.game.gameId });
    expect(given).toMatchObject({ ok: true, why: { en: expect.stringContaining("A, B, A, B") } });
  });
});

describe("places at the game", { timeout: 90_000 }, () => {
  const begin = (buyer: Buyer) =>
    buyer.http<{ game: GameState }>("POST", "/api/lab/games", { strategy: "naive" });
  const follow = async (buyer: Buyer, { gameId }: GameState) => {
    await buyer.ask("lab:game:join", { gameId });
    return gameId;
  };
  const sit = async (buyer: Buyer) => {
    const begun = await until("there is a place", async () => {
      const answer = await begin(buyer);
      return answer.status === 201 && answer.body;
    });
    return follow(buyer, begun.game);
  };

  test("L23 closed tabs give their places back, and an open one keeps its own", async () => {
    const [stays, ...leave] = await Promise.all([1, 2, 3, 4].map(() => newBuyer()));
    if (!stays) return;
    const kept = await sit(stays);
    for (const buyer of leave) await sit(buyer);
    const next = await newBuyer();
    expect((await begin(next)).status).toBe(503);
    for (const buyer of leave) buyer.close();
    await until("there is a place", async () => (await begin(next)).status === 201);
    expect(await stays.ask("lab:game:join", { gameId: kept })).toMatchObject({ game: { status: "playing" } });
    await stays.ask("lab:game:give-up", { gameId: kept });
  });

  test("L23 a reloaded page begins again at once, and the connection it lost ends nothing new", async () => {
    const before = await newBuyer();
    const old = await sit(before);
    const after = await openBuyer(node.url, { cookie: before.cookie });
    openBuyers.push(after);
    const again = await begin(after);
    expect(again.status).toBe(201);
    const now = await follow(after, again.body.game);
    before.close();
    const last = await newBuyer();
    const ending = await sit(last);
    last.close();
    await until("a game left later is over", async () => {
      const found = await after.ask("lab:game:join", { gameId: ending });
      return found.ok && found.game.status === "ended";
    });
    expect(await after.ask("lab:game:join", { gameId: old })).toMatchObject({ game: { status: "ended" } });
    expect(await after.ask("lab:game:join", { gameId: now })).toMatchObject({ game: { status: "playing" } });
  });
});

describe("where the demonstration is off", () => {
  let serious: TestNode;
  beforeAll(async () => {
    serious = await startTestNode(services, { DEMO: "off" });
  });
  afterAll(() => serious.stop());

  test.each([
    ["POST", "/api/lab/races", { strategy: "naive", ...SMALL }],
    ["GET", "/api/lab/races/r0", undefined],
    ["POST", "/api/lab/games", { strategy: "naive" }],
    ["GET", "/api/lab/games/g0", undefined],
    ["GET", "/api/lab/strategies/naive/source", undefined],
  ])("L24 %s %s is not found", async (method, path, body) => {
    const answer = await request(serious.url, method, path, body, { "accept-language": "vi" });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ ok: false, code: "not_found", message: "Không tìm thấy." });
  });

  test("L24 its events are not found, and nobody is told of its routes", async () => {
    const buyer = await newBuyer(serious.url);
    for (const event of ["lab:join", "lab:leave", "lab:game:join", "lab:game:move", "lab:game:give-up"]) {
      expect(await buyer.send(event, { raceId: "r0", gameId: "g0", move: "A" }), event).toMatchObject({
        ok: false,
        code: "not_found",
      });
    }
    const { body } = await request<{ paths: object }>(serious.url, "GET", "/api/openapi.json");
    expect(Object.keys(body.paths).filter((path) => path.includes("/lab/"))).toEqual([]);
  });
});

describe("the demonstration show", () => {
  test.each(STRATEGIES_EVERYWHERE)(
    "L22 $id sells its seat by the article's own request",
    async ({ id: strategy }) => {
      await request(node.url, "POST", "/api/demo/reset");
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, userId) =>
          request<{ success: boolean }>(node.url, "POST", "/api/seats/book", {
            seatId: "A1",
            userId,
            strategy,
          }),
        ),
      );
      const sold = answers.filter(({ status }) => status === 200).length;
      expect(answers.every(({ status, body }) => (status === 200) === body.success)).toBe(true);
      expect(await salesOfDemo()).toBe(sold);
      if (strategy === "naive") expect(sold).toBeGreaterThan(1);
      else expect(sold).toBe(1);
    },
  );

  test("L22 a strategy or a seat that is not there is refused, and a reset forgets the sales", async () => {
    const book = (order: object) =>
      request(node.url, "POST", "/api/seats/book", {
        seatId: "A1",
        userId: 1,
        strategy: "row-lock",
        ...order,
      });
    expect((await book({ strategy: "no-such" })).status).toBe(400);
    expect((await book({ seatId: "ZZ99" })).status).toBe(400);
    expect((await book({ showId: "another" })).status).toBe(400);
    await request(node.url, "POST", "/api/demo/reset");
    expect(await salesOfDemo()).toBe(0);
    expect((await book({})).status).toBe(200);
    expect((await book({})).status).toBe(409);
  });

  async function salesOfDemo(): Promise<number> {
    const { rows } = await services.sql.query<{ sales: number }>(
      `SELECT ((SELECT count(*) FROM lab_sales WHERE race_id = 'demo')
             + (SELECT count(*) FROM booking_seats WHERE show_id = 'demo'))::int AS sales`,
    );
    return rows[0]?.sales ?? 0;
  }
});

describe("a server that is killed", () => {
  test("L15 leaves neither instances, not even paused ones, nor Redis nodes", async () => {
    const server = await startNodeProcess(services);
    const buyer = await newBuyer(server.url);
    const begun = await buyer.http("POST", "/api/lab/games", { strategy: "redlock", moves: "AAa" });
    expect(begun.status).toBe(201);
    expect(instanceProcesses(server.pid).map(({ state }) => state)).toContain("T");
    const children = childrenOf(server.pid);
    expect(children.length).toBeGreaterThanOrEqual(8);

    await server.kill();
    await until("all are gone", () => children.every((pid) => !isAlive(pid)));
  });
});

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [ppid, pid] = line.trim().split(/\s+/).map(Number);
    return ppid === parent && pid ? [pid] : [];
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
