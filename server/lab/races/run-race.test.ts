/** What a race measures and how: processes, counters, seeds, and nothing left behind. */
import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RaceRequest } from "#contract/lab";
import { checkHistory } from "#histories/check";
import {
  instanceProcesses,
  instanceStates,
  openLab,
  STRATEGIES_EVERYWHERE,
  type TestLab,
} from "#testing/lab";
import { openStatementTap, type StatementTap } from "#testing/statement-tap";
import { until } from "#testing/until";
import { RedisMissing } from "../redis/redis-node";
import { readStrategySource } from "../strategy-source";

const SMALL = { buyers: 6, instances: 2, poolSize: 3, thinkMs: 10 };

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

describe("the numbers", () => {
  test("L7 sales, double bookings and owners are what the ledger says", async () => {
    const { raceId, result } = await lab.race({ strategy: "naive", ...SMALL, buyers: 12, thinkMs: 150 });
    const { rows } = await lab.db.query<{ buyer: string; instance: number }>(
      "SELECT buyer, instance FROM lab_sales WHERE race_id = $1 ORDER BY id",
      [raceId],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(result).toMatchObject({ requests: 12, success: rows.length, doubleBookings: rows.length - 1 });
    expect(result.failed).toBe(12 - rows.length);
    expect(result.owners.map(({ buyer, instance }) => ({ buyer, instance }))).toEqual(rows);
  });

  test("H1 H3 the history of a lost race is shrunk to two sales that no order explains", async () => {
    const { raceId, result, history } = await lab.race({
      strategy: "naive",
      ...SMALL,
      buyers: 12,
      thinkMs: 150,
    });
    expect(history.operations).toHaveLength(12);
    expect(history.operations.every(({ answeredAtMs }) => answeredAtMs !== null)).toBe(true);
    expect(history.ledger?.bookings.map(({ buyer }) => buyer)).toEqual(
      result.owners.map(({ buyer }) => buyer),
    );
    const few = result.unexplained?.operations ?? [];
    expect(few).toHaveLength(2);
    for (const operation of few) {
      expect(operation).toMatchObject({ what: "book", show: raceId, seats: ["A1"], answer: { ok: true } });
      expect(history.operations).toContainEqual(operation);
    }
    expect(checkHistory({ version: 1, operations: few })).toMatchObject({
      findings: [{ rule: "sold-twice" }],
    });
  });

  test.each(["queue", "last-seat"] as const)(
    "L3 %s tells each of the winner's five clicks that the seat is theirs, and sells it once",
    async (strategy) => {
      const { result } = await lab.race({ strategy, ...SMALL, fault: "spam-click" });
      expect(result.told).toEqual({ sold: 5, refused: 25, error: 0, unanswered: 0 });
      expect(result).toMatchObject({ success: 1, failed: 29, doubleBookings: 0 });
    },
  );

  describe("of statements", () => {
    let tap: StatementTap;
    beforeAll(async () => {
      tap = await openStatementTap(lab.deps.databaseUrl);
    });
    afterAll(() => tap.close());

    const compared = async (request: RaceRequest) => {
      let before = 0;
      const { result } = await lab.race(request, {
        databaseUrl: tap.url,
        running: () => {
          before = tap.sent();
        },
      });
      return { ...result, sent: tap.sent() - before };
    };

    test.each(STRATEGIES_EVERYWHERE)(
      "L7 as many are shown for $id as went over the wire",
      async ({ id: strategy }) => {
        const race = await compared({ strategy, ...SMALL });
        expect(race.postgresCountedBy).toBe("server");
        expect(race.postgresStatements).toBe(race.sent);
        expect(race.sent).toBeGreaterThan(0);
      },
    );

    test("L7 as many are shown for Last Seat with Redis gone as went over the wire", async () => {
      const race = await compared({ strategy: "last-seat", ...SMALL, fault: "redis-gone" });
      expect(race.postgresStatements).toBe(race.sent);
      expect(race.sent).toBeGreaterThan(1);
    });

    test("L7 where Postgres does not count, the drivers do, and count the same", async () => {
      // The module cannot be installed where its name is taken.
      await lab.db.query("DROP EXTENSION IF EXISTS pg_stat_statements");
      await lab.db.query("CREATE TABLE pg_stat_statements ()");
      try {
        for (const { id: strategy } of STRATEGIES_EVERYWHERE.filter(({ group }) => group !== "exhibit")) {
          const race = await compared({ strategy, ...SMALL });
          expect(race.postgresCountedBy).toBe("client");
          expect(race.postgresStatements, strategy).toBe(race.sent);
        }
      } finally {
        await lab.db.query("DROP TABLE pg_stat_statements");
      }
    });
  });

  test("L7 Postgres itself counts the statements: one update for each buyer, one row for the ledger", async () => {
    const { result } = await lab.race({ strategy: "conditional-update", ...SMALL });
    expect(result).toMatchObject({ postgresCountedBy: "server", postgresStatements: 7, redisCommands: 0 });
  });

  test("L7 Redis itself counts the commands: one SET for each buyer, one DEL for the holder", async () => {
    const { result } = await lab.race({ strategy: "redis-lock-article", ...SMALL, thinkMs: 300 });
    expect(result).toMatchObject({ redisCommands: 7, postgresStatements: 3 });
  });

  test("L6 asking again without a pause costs Redis many times the commands of backoff and jitter", async () => {
    const settings = { strategy: "redis-lock", ...SMALL, thinkMs: 1_000 } as const;
    const patient = await lab.race(settings);
    const merciless = await lab.race({ ...settings, fault: "no-backoff" });
    expect(merciless.result.redisCommands).toBeGreaterThan(3 * patient.result.redisCommands);
  });
});

describe("the processes", () => {
  test("L8 buyers run in processes of their own, which the next race uses again", async () => {
    await lab.race({ strategy: "row-lock", ...SMALL });
    const before = instanceProcesses(process.pid).map(({ pid }) => pid);
    const { steps } = await lab.race({ strategy: "row-lock", ...SMALL });
    expect(new Set(steps.map(({ instance }) => instance))).toEqual(new Set([0, 1]));
    expect(instanceProcesses(process.pid).map(({ pid }) => pid)).toEqual(before);
  });

  test("L13 a killed holder is a process that is gone", async () => {
    const before = instanceProcesses(process.pid).map(({ pid }) => pid);
    const { steps, incidents } = await lab.race({ strategy: "row-lock", ...SMALL, fault: "holder-killed" });
    const after = instanceProcesses(process.pid).map(({ pid }) => pid);
    expect(before.filter((pid) => !after.includes(pid))).toHaveLength(1);
    expect(incidents[0]?.text.en).toContain("SIGKILL");
    expect(steps.filter(({ outcome }) => outcome === "unfinished")).toMatchObject([
      { lane: 0, name: "write", endedMs: null },
    ]);
  });

  test("L13 a paused holder is a stopped process, and is awake afterwards", async () => {
    const seen: string[] = [];
    const watch = setInterval(() => seen.push(...instanceStates()), 50);
    await lab.race({ strategy: "redis-lock-article", ...SMALL, fault: "holder-paused" });
    clearInterval(watch);
    expect(seen).toContain("T");
    expect(instanceStates()).not.toContain("T");
  });

  test("L11 L14 frozen nodes are thawed and killed ones replaced for the next race", async () => {
    await lab.race({ strategy: "redlock", ...SMALL, fault: "redlock-3-frozen" });
    await lab.race({ strategy: "redis-lock", ...SMALL, fault: "redis-gone" });
    for (const strategy of ["redlock", "redis-lock"] as const) {
      expect((await lab.race({ strategy, ...SMALL })).result.success).toBe(1);
    }
    for (const { client } of await lab.deps.fleet.nodesFor("races", "redlock")) {
      expect(await client.config("GET", "bind")).toEqual(["bind", "127.0.0.1"]);
    }
  });

  test("L11 a race that takes too long is stopped and judged as it stands", async () => {
    const { result, incidents } = await lab.race(
      { strategy: "row-lock", ...SMALL, thinkMs: 2_000 },
      { maxRaceMs: 300 },
    );
    expect(result).toMatchObject({ requests: 6, success: 0, told: { sold: 0, unanswered: 6 } });
    expect(incidents.at(-1)?.text.en).toContain("too long");
    expect((await lab.race({ strategy: "row-lock", ...SMALL })).result.success).toBe(1);
  });

  test("L11 a race that is over is kept by nobody: not by the lab's signal, not by the warm processes", async () => {
    const stepsOfARace = async () => {
      const { steps } = await lab.race({ strategy: "row-lock", ...SMALL });
      expect(steps.length).toBeGreaterThan(0);
      return new WeakRef(steps);
    };
    const seen = await stepsOfARace();
    expect(getEventListeners(lab.closing, "abort")).toEqual([]);
    await until("its steps are forgotten", () => {
      collectGarbage();
      return seen.deref() === undefined;
    });
  });

  test("L14 without a redis-server the lab says what is missing", async () => {
    const bare = await openLab(["no-such-redis-server"]);
    await expect(bare.race({ strategy: "redis-lock", ...SMALL })).rejects.toThrow(RedisMissing);
    expect((await bare.race({ strategy: "row-lock", ...SMALL })).result.success).toBe(1);
    await bare.close();
  });
});

describe("the script", () => {
  test("L9 the same seed gives the same order of buyers", async () => {
    const order = async (seed: number) => {
      const { steps } = await lab.race({ strategy: "row-lock", ...SMALL, seed });
      return [0, 1, 2, 3, 4, 5].map((lane) => steps.find((step) => step.lane === lane)?.buyer);
    };
    const first = await order(7);
    expect(await order(7)).toEqual(first);
    expect(await order(8)).not.toEqual(first);
  });

  test.each(STRATEGIES_EVERYWHERE)(
    "L5 every step of $id is marked in the file that is shown",
    async ({ id, sourcePath }) => {
      const source = await readStrategySource(id);
      expect(source.path).toBe(sourcePath);
      const { steps } = await lab.race({ strategy: id, ...SMALL });
      for (const name of new Set(steps.map((step) => step.name))) {
        expect(source.lines[name]?.length, name).toBeGreaterThan(0);
        for (const line of source.lines[name] ?? []) {
          expect(
            source.text
              .split("\n")
              .slice(line - 1, line + 1)
              .join("\n"),
          ).toMatch(name === "think" ? /think\(\)/ : new RegExp(`(step|aside)\\(\\s*"${name}"`));
        }
      }
    },
  );

  test("L16 a jumped wall clock does not fool a lock that measures by a monotonic one", async () => {
    const { result, incidents } = await lab.race({ strategy: "redlock", ...SMALL, fault: "clock-jump" });
    expect(incidents[0]?.text.en).toContain("set back an hour");
    expect(result.told.sold).toBe(1);
  });
});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
