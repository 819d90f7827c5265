/** The scheduler game: every interleaving is forced step by step, so that what breaks breaks every time. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GameRequest, GameState } from "#contract/lab-game";
import { GAME_LIMITS } from "#contract/lab-limits";
import { instanceStates, openLab, STRATEGIES_EVERYWHERE, type TestLab, verdictBySql } from "#testing/lab";
import { Random } from "#testing/random";
import { until } from "#testing/until";
import { createGameRegistry, type GameRegistry } from "./game-registry";

const LOCK_TTL_MS = 400;
const RANDOM_GAMES = 4;

let lab: TestLab;
let games: GameRegistry;
let told: GameState[];
beforeAll(async () => {
  lab = await openLab();
  told = [];
  // The players of this file have no connection; where that matters, the test says so.
  const limits = { arriveMs: GAME_LIMITS.idleMs, awayMs: GAME_LIMITS.idleMs };
  games = createGameRegistry({ ...lab.deps, limits, onChange: (state) => void told.push(state) });
});
afterAll(async () => {
  await games.close();
  await lab.close();
});

describe("broken strategies", () => {
  test.each(STRATEGIES_EVERYWHERE.filter(({ game }) => game.breakable))(
    "L19 $id is sold twice by its winning moves, every time",
    async ({ id, game }) => {
      for (const _ of [1, 2]) {
        const state = await begin({ strategy: id, moves: game.winningMoves });
        expect(state.status).toBe("won");
        expect(state.moves).toBe(game.winningMoves);
        expect(await verdictBySql(lab.db, state.gameId)).toBe("sold-many");
      }
    },
  );

  test("L19 the article's release takes away someone else's lock", async () => {
    // A outlives its lock and buys nothing yet; B takes the lock; A buys and releases; the lock is B's no more.
    const state = await begin({ strategy: "redis-lock-article", moves: "AA.BBAA" });
    expect(state.locks).toEqual([]);
    expect(state.buyers.B).toMatchObject({ phase: "waiting", step: "write" });
  });

  test("L19 the right lock's release leaves someone else's lock alone", async () => {
    const state = await begin({ strategy: "redis-lock", moves: "AAa.BBaAA" });
    expect(state.buyers.A.steps.findLast(({ name }) => name === "release")?.found).toBe(false);
    expect(state.locks).toMatchObject([{ ownerBuyer: "B" }]);
  });
});

describe("unbroken strategies", () => {
  const unbroken = STRATEGIES_EVERYWHERE.filter(({ game }) => !game.breakable);

  test.each(unbroken)("L20 $id sells once whatever the moves", async ({ id }) => {
    const first = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    for (let seed = first; seed < first + RANDOM_GAMES; seed += 1) {
      const state = await begin({ strategy: id, moves: randomMoves(seed) });
      expect(await verdictBySql(lab.db, state.gameId), `SEED=${seed} ${state.moves}`).not.toBe("sold-many");
    }
  });

  test("L20 row-lock sells once in every interleaving of three steps each", async () => {
    for (const moves of interleavings("AAA", "BBB")) {
      const state = await begin({ strategy: "row-lock", moves: `${moves}ABAB` });
      expect(state.status, moves).toBe("held");
      expect(await verdictBySql(lab.db, state.gameId), moves).toBe("sold-once");
    }
  });

  test("L20 the fence refuses a paused holder that any other lock lets write", async () => {
    const state = await begin({ strategy: "fenced-lock", moves: "AAAa.BBBBaA" });
    expect(state.buyers.A).toMatchObject({ fence: 1 });
    expect(state.buyers.B).toMatchObject({ fence: 2 });
    expect(state.buyers.A.steps.at(-1)).toMatchObject({ name: "write", found: false });
    expect(state.row).toEqual({ isBooked: true, bookedBy: "B", fence: 2 });
    expect(state.sales).toMatchObject([{ buyer: "B" }]);
  });
});

describe("what a player sees", () => {
  test("L18 with the row lock the second buyer blocks on the first one's backend, and goes on by itself", async () => {
    const blocked = await begin({ strategy: "row-lock", moves: "AB" });
    const { A, B } = blocked.buyers;
    expect(B).toMatchObject({ phase: "blocked", step: "check", blockedBy: "A" });
    expect(B.blockedByPids).toHaveLength(1);
    expect(A.phase).toBe("waiting");
    const { rows } = await lab.db.query<{ pids: number[] }>("SELECT pg_blocking_pids($1) AS pids", [B.pid]);
    expect(rows[0]?.pids).toEqual(B.blockedByPids);

    await move(blocked, "A");
    const free = await move(blocked, "A");
    expect(free.status).toBe("held");
    expect(free.buyers).toMatchObject({
      A: { outcome: "sold" },
      B: { outcome: "refused", blockedByPids: [] },
    });
  });

  test("L17 a press on a blocked or finished buyer is not written down", async () => {
    const state = await begin({ strategy: "row-lock", moves: "ABBBA" });
    expect(state.moves).toBe("ABA");
  });

  test("L13 L17 freezing a buyer stops its process, and waking it lets it go on", async () => {
    const frozen = await begin({ strategy: "naive", moves: "Aa" });
    expect(frozen.buyers.A.phase).toBe("frozen");
    expect(instanceStates()).toContain("T");
    expect((await move(frozen, "A")).moves).toBe("Aa");
    const awake = await move(frozen, "a");
    expect(awake.buyers.A.phase).toBe("waiting");
    expect(instanceStates()).not.toContain("T");
    expect((await move(frozen, "A")).buyers.A).toMatchObject({ phase: "finished", outcome: "sold" });
  });

  test("L17 locks are shown with their owner and count down; waiting outlasts one that is not renewed", async () => {
    const locked = await begin({ strategy: "redis-lock-article", moves: "A", lockTtlMs: 2_000 });
    expect(locked.locks).toMatchObject([{ node: 1, owner: "A", ownerBuyer: "A" }]);
    expect(locked.locks[0]?.ttlMs).toBeLessThanOrEqual(2_000);
    expect((await move(locked, ".")).locks).toEqual([]);

    const renewed = await begin({ strategy: "redis-lock", moves: "A." });
    expect(renewed.locks).toMatchObject([{ ownerBuyer: "A" }]);
  });

  test("L17 Redlock shows the lock on all five nodes", async () => {
    const state = await begin({ strategy: "redlock", moves: "A", lockTtlMs: 5_000 });
    expect(state.locks.map(({ node }) => node)).toEqual([1, 2, 3, 4, 5]);
  });

  test("L17 a queue whose writer is frozen is taken over by the other process", async () => {
    const state = await begin({ strategy: "queue", moves: "aB", lockTtlMs: 2_000 });
    expect(state.buyers.B).toMatchObject({ phase: "waiting", step: "answer" });
    await move(state, "B");
    await until(
      "B is answered",
      () => told.findLast(({ gameId }) => gameId === state.gameId)?.buyers.B.outcome,
    );
    expect(await verdictBySql(lab.db, state.gameId)).toBe("sold-once");
  });
});

describe("players and their games", () => {
  test("L21 only the player moves, and giving up tells why", async () => {
    const state = await begin({ strategy: "row-lock" });
    expect(await games.move("someone else", state.gameId, "A")).toMatchObject({
      ok: false,
      code: "not_yours",
    });
    expect(await games.giveUp("someone else", state.gameId)).toMatchObject({ ok: false, code: "not_yours" });
    const given = await games.giveUp("player", state.gameId);
    expect(given).toMatchObject({ ok: true, game: { status: "given-up" } });
    expect(given.ok && given.why.vi).toContain("người thứ hai");
    expect(await games.move("player", state.gameId, "A")).toMatchObject({ ok: true, game: { moves: "" } });
  });

  test("L21 a player's new game ends the one before, and there are at most four", async () => {
    const first = await begin({ strategy: "naive" });
    await begin({ strategy: "naive" });
    expect(await games.find(first.gameId)).toMatchObject({ game: { status: "ended" } });
    for (const player of ["2", "3", "4"]) {
      expect(await games.start(player, { strategy: "naive" })).toMatchObject({ ok: true });
    }
    expect(await games.start("5", { strategy: "naive" })).toMatchObject({ ok: false, code: "unavailable" });
  });

  test("L23 a game ends when its player's last connection is gone or never came, unless one comes back", async () => {
    const busy = createGameRegistry({
      ...lab.deps,
      onChange: () => {},
      limits: { arriveMs: 300, awayMs: 300 },
    });
    const statusOf = async (gameId: string) => {
      const found = await busy.find(gameId);
      return found.ok ? found.game.status : found.code;
    };
    const sit = async (player: string) => {
      const started = await busy.start(player, { strategy: "naive" });
      if (!started.ok) throw new Error(started.code);
      return started.game.gameId;
    };
    const stays = await sit("stays");
    await busy.join("stays", stays, "first tab");
    await busy.join("stays", stays, "second tab");
    const returns = await sit("returns");
    await busy.join("returns", returns, "before");
    const closes = await sit("closes");
    await busy.join("closes", closes, "the only tab");
    await busy.join("a stranger", closes, "a stranger's tab");
    const never = await sit("never came");
    for (const connection of ["first tab", "before", "the only tab"]) busy.connectionLost(connection);
    await busy.join("returns", returns, "after");

    await until("the abandoned games are over", async () => {
      return (await statusOf(closes)) === "ended" && (await statusOf(never)) === "ended";
    });
    expect([await statusOf(stays), await statusOf(returns)]).toEqual(["playing", "playing"]);
    await busy.close();
  });

  test("L23 a page reloaded while its game is set up has the next one, and one more press is told to wait", async () => {
    const quiet = createGameRegistry({ ...lab.deps, onChange: () => {} });
    const presses = await Promise.all([1, 2, 3].map(() => quiet.start("player", { strategy: "naive" })));
    expect(presses.map((answer) => (answer.ok ? answer.game.status : answer.code))).toEqual([
      "playing",
      "playing",
      "rate_limited",
    ]);
    const [first, second] = await Promise.all(
      presses.slice(0, 2).map((answer) => (answer.ok ? quiet.find(answer.game.gameId) : answer)),
    );
    expect(first).toMatchObject({ game: { status: "ended" } });
    expect(second).toMatchObject({ game: { status: "playing" } });
    await quiet.close();
  });

  test("L21 an unknown game is not found", async () => {
    expect(await games.find("g0")).toMatchObject({ ok: false, code: "not_found" });
  });
});

async function begin(request: GameRequest): Promise<GameState> {
  const started = await games.start("player", { lockTtlMs: LOCK_TTL_MS, ...request });
  if (!started.ok) throw new Error(started.code);
  return started.game;
}

async function move({ gameId }: GameState, code: "A" | "B" | "a" | "b" | "."): Promise<GameState> {
  const moved = await games.move("player", gameId, code);
  if (!moved.ok) throw new Error(moved.code);
  return moved.game;
}

/** Every way to shuffle two hands without changing the order within either. */
function interleavings(one: string, other: string): string[] {
  if (!one || !other) return [one + other];
  return [
    ...interleavings(one.slice(1), other).map((rest) => one.charAt(0) + rest),
    ...interleavings(one, other.slice(1)).map((rest) => other.charAt(0) + rest),
  ];
}

/** Steps mostly, now and then a freeze, which is always undone, and a wait. */
function randomMoves(seed: number): string {
  const random = new Random(seed);
  let moves = "";
  for (let at = 0; at < 12; at += 1) moves += random.pick(["A", "B", "A", "B", "A", "B", "a", "b", "."]);
  for (const freeze of ["a", "b"]) if (moves.split(freeze).length % 2 === 0) moves += freeze;
  return `${moves}ABABABAB`;
}
