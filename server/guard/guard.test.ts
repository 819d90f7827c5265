import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMetrics } from "#server/ops/metrics";
import { connectClient, type RedisClient } from "#server/redis/connect-redis";
import { addressOf, type TestRedis } from "#testing/redis";
import { REDIS_FORMS, type RedisForm } from "#testing/redis-forms";
import { createGuard, GUARD_SCRIPTS, type Guard, type Guarded } from "./guard";
import { FREE, keyOf, orderOf } from "./guard-value";
import { TELL } from "./tell.lua";

const GUARD_TTL_MS = 5_000;
/** On a busy machine Redis may answer later than a buyer would wait for it. */
const PATIENT_MS = 2_000;
const showId = "demo";
const [A1, A2, A3, A4, B1, C1, MARKER] = [0, 1, 2, 3, 4, 5, 6];

describe.each(REDIS_FORMS)("on %s", (_, start) => {
  let form: RedisForm;
  /** The one that has the show's guards. */
  let server: TestRedis;
  let admin: Redis;
  let redis: RedisClient;
  let guard: Guard;

  beforeAll(async () => {
    form = await start(keyOf(showId, A1));
    ({ server } = form);
    admin = new Redis(server.url);
    admin.on("error", () => {});
    redis = connectClient(addressOf(form.url), GUARD_SCRIPTS, () => {}, PATIENT_MS);
    redis.setMaxListeners(0);
  });
  beforeEach(async () => {
    await until(
      async () => (await admin.flushall()) === "OK" && (await redis.get(keyOf(showId, A1))) === null,
    );
    // A guard of its own for each test: it remembers refusals for a moment. Redis knows its scripts, or does by then.
    await until(async () => {
      guard = createGuard({ redis, guardTtlMs: GUARD_TTL_MS, metrics: createMetrics().guard });
      return (await take("first", [MARKER])).state === "guarded";
    });
  });
  afterAll(async () => {
    redis.disconnect();
    admin.disconnect();
    await form.stop();
  });

  const by = (buyer: string, token = buyer) => ({ showId, buyer, token });
  const attempt = (buyer: string, seats: number[], token = buyer) => ({ ...by(buyer, token), seats });
  const news = (buyer: string, seat: number, fence: number) => ({ buyer, seat, fence });
  const an = (fence: number) => news("an", A1, fence);
  const now = () => ({ sentAtMs: performance.now() });
  let markers = 0;
  /** Everything told before has arrived: Redis is told one thing after the other. */
  async function told(): Promise<void> {
    markers += 1;
    guard.freed(showId, [news("marker", MARKER, markers)]);
    const order = `${orderOf(markers, FREE)} `;
    await until(async () => (await guardOf(MARKER))?.startsWith(order) ?? false);
  }
  const take = (buyer: string, seats: number[], token = buyer) =>
    guard.acquire({ ...by(buyer, token), seats });

  async function until(condition: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 60_000;
    while (!(await condition().catch(() => false))) {
      if (performance.now() > deadline) throw new Error("it never became true");
      await delay(10);
    }
  }
  async function scriptCount(): Promise<number> {
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await admin.info("commandstats"))?.[1]);
  }
  const guardOf = (seat: number) => redis.get(keyOf(showId, seat));

  describe("the guard", () => {
    it("G1 lets one of many through, in one turn and over many", async () => {
      const together = await Promise.all(Array.from({ length: 300 }, (_, at) => take(`s-${at}`, [A1])));
      expect(together.filter(({ state }) => state === "guarded")).toHaveLength(1);
      expect(await take("late", [A1])).toMatchObject({ state: "refused", seats: [A1] });
    });

    it("G1 asks Redis once for a crowd, and lets the owner of the seat through all the same", async () => {
      await take("an", [A1]);
      const before = await scriptCount();
      const crowd = await Promise.all(Array.from({ length: 500 }, (_, at) => take(`s-${at}`, [A1])));
      expect(crowd.every(({ state }) => state === "refused")).toBe(true);
      expect(await take("an", [A1])).toEqual({ state: "guarded" });
      expect((await scriptCount()) - before).toBe(2);
    });

    it("G1 answers from memory what was refused a moment ago", async () => {
      await take("an", [A1]);
      await until(async () => {
        await take("binh", [A1]);
        // On a busy machine the moment may be over by now.
        const before = await scriptCount();
        const answer = await take("chi", [A1]);
        return answer.state === "refused" && (await scriptCount()) === before;
      });
    });

    it("G1 forgets a refusal as soon as the seat is given back", async () => {
      await take("an", [A1]);
      expect(await take("binh", [A1])).toMatchObject({ state: "refused", seats: [A1] });
      guard.end(attempt("an", [A1]));
      await until(async () => (await guardOf(A1)) === null);
      expect(await take("binh", [A1])).toEqual({ state: "guarded" });
    });

    it("G1 remembers a refusal for a moment and no longer: of other nodes' news it hears nothing", async () => {
      await take("an", [A1]);
      expect(await take("binh", [A1])).toMatchObject({ state: "refused" });
      await redis.del(keyOf(showId, A1));
      await delay(200);
      expect(await take("chi", [A1])).toEqual({ state: "guarded" });
    });

    it("G1 stands apart for each show", async () => {
      await take("an", [A1]);
      expect(await guard.acquire({ showId: "other", buyer: "binh", token: "t", seats: [A1] })).toEqual({
        state: "guarded",
      });
    });

    it("G1 guards attempts for several shows that came in the same turn", async () => {
      const shows = ["demo", "other", "third", "fourth"];
      const guarded = await Promise.all(
        shows.map((show) => guard.acquire({ showId: show, buyer: "an", token: "t", seats: [A2] })),
      );
      expect(guarded).toEqual(shows.map(() => ({ state: "guarded" })));
    });

    it("G2 guards several seats all or nothing, and names those that stood in the way", async () => {
      await take("an", [A2, A4]);
      expect(await take("binh", [A1, A2, A3, A4])).toMatchObject({
        state: "refused",
        seats: [A2, A4],
      });
      expect(await guardOf(A1)).toBeNull();
      expect(await guardOf(A3)).toBeNull();
    });

    it("G3 has a time to live from the first moment, and the hold's once it is held", async () => {
      await take("an", [A1]);
      const first = await redis.pttl(keyOf(showId, A1));
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThanOrEqual(GUARD_TTL_MS);
      guard.held(showId, [news("an", A1, 1)], "hold-token", 60_000, now());
      await until(async () => (await guardOf(A1))?.endsWith("an:hold-token") ?? false);
      const held = await redis.pttl(keyOf(showId, A1));
      expect(held).toBeGreaterThan(GUARD_TTL_MS);
      expect(held).toBeLessThan(60_000);
    });

    it("G3 ends no later than the hold, however late Redis hears of it", async () => {
      const HOLD_MS = 3_000;
      await take("an", [A1]);
      const [seconds, micros] = await admin.time();
      const holdEndsAtMs = Number(seconds) * 1_000 + Number(micros) / 1_000 + HOLD_MS;
      server.pause();
      guard.held(showId, [an(1)], "hold-token", HOLD_MS, now());
      await delay(200);
      server.resume();
      await until(async () => (await guardOf(A1))?.endsWith("an:hold-token") ?? false);
      expect(await redis.pexpiretime(keyOf(showId, A1))).toBeLessThanOrEqual(holdEndsAtMs);
    });

    it("G4 an attempt's guard is removed by its own token only", async () => {
      await take("an", [A1]);
      guard.end(attempt("binh", [A1]));
      guard.end(attempt("an", [A1], "another-token"));
      guard.end(attempt("an", [B1]));
      await told();
      expect(await guardOf(A1)).toBe("0 a an:an");
      guard.end(attempt("an", [A1]));
      await until(async () => (await guardOf(A1)) === null);
    });

    it("G4 without its owner check, our own script would free someone else's seat", async () => {
      const careless = TELL.replace("kind == 'a' and owner == whose", "kind == 'a'");
      expect(careless).not.toBe(TELL);
      const client = connectClient(
        addressOf(server.url),
        { ...GUARD_SCRIPTS, tellGuards: { lua: careless } },
        () => {},
      );
      await once(client, "ready");
      const carelessGuard = createGuard({
        redis: client,
        guardTtlMs: GUARD_TTL_MS,
        metrics: createMetrics().guard,
      });
      await take("an", [A1]);
      carelessGuard.end(attempt("binh", [A1]));
      await until(async () => (await guardOf(A1)) === null);
      expect(await take("binh", [A1])).toEqual({ state: "guarded" });
      client.disconnect();
    });

    it("G4 what a buyer gave back does not remove another buyer's guard", async () => {
      await take("binh", [A1]);
      guard.freed(showId, [news("an", A1, 3)]);
      await told();
      expect(await guardOf(A1)).toMatch(/ a binh:binh$/);
      expect(await take("chi", [A1])).toMatchObject({ state: "refused" });
    });

    it("G6 does not stand in its own buyer's way, and is not taken over by the repetition", async () => {
      await take("an", [A1], "first");
      expect(await take("an", [A1, A2], "second")).toEqual({ state: "guarded" });
      expect(await guardOf(A1)).toBe("0 a an:first");
      expect(await guardOf(A2)).toBe("0 a an:second");
      guard.end(attempt("an", [A1, A2], "second"));
      await until(async () => (await guardOf(A2)) === null);
      expect(await guardOf(A1)).toBe("0 a an:first");
    });

    it("G7 lets attempts go on while Redis is frozen, and comes back by itself", async () => {
      server.pause();
      expect(await take("an", [A1])).toEqual({ state: "absent" });
      // The first attempt has waited for its time-out; from now on nobody waits.
      expect(await take("binh", [A1])).toEqual({ state: "absent" });
      server.resume();
      await until(async () => (await take("chi", [C1])).state === "guarded");
    });

    it("G7 lets attempts go on while Redis is dead, and comes back by itself", async () => {
      await server.kill();
      await until(async () => (await take("an", [A1])).state === "absent");
      await server.start();
      await until(async () => (await take("chi", [C1])).state === "guarded");
    });

    it("G8 takes what Postgres says where no attempt of another is under way", async () => {
      // Seats of its own: Redis was away, and the guards of earlier tests tell it again of theirs.
      const [tried, free] = [40, 41];
      expect(await take("an", [tried])).toEqual({ state: "guarded" });
      guard.held(showId, [news("binh", tried, 1), news("binh", free, 1)], "hold", 60_000, now());
      await until(async () => (await guardOf(free))?.endsWith("binh:hold") ?? false);
      expect(await guardOf(tried)).toMatch(/ a an:an$/);
    });
  });

  describe("late news", () => {
    /** Whether whoever asks is let through; a Redis that answered too late has refused nobody. */
    async function isFree(seat = A1): Promise<boolean> {
      for (;;) {
        const { state } = await take(`probe-${Math.random()}`, [seat]);
        if (state !== "absent") return state === "guarded";
        await delay(10);
      }
    }

    it.each<[string, () => void, () => void]>([
      [
        "held, then released",
        () => guard.held(showId, [an(1)], "h", 60_000, now()),
        () => guard.freed(showId, [an(1)]),
      ],
      [
        "booked, then cancelled",
        () => guard.booked(showId, [an(1)], now()),
        () => guard.freed(showId, [an(1)]),
      ],
      ["booked, then reset", () => guard.booked(showId, [an(1)], now()), () => guard.reset(showId, [an(1)])],
    ])("G9 of a seat that was %s refuses nobody", async (_, taken, freed) => {
      await take("an", [A1]);
      freed();
      await told();
      taken();
      await told();
      expect(await isFree()).toBe(true);
    });

    it("G9 refuses nobody either when an attempt came and went after the seat was given back", async () => {
      guard.freed(showId, [an(1)]);
      await told();
      expect(await take("binh", [A1])).toEqual({ state: "guarded" });
      guard.end(attempt("binh", [A1]));
      await told();
      guard.booked(showId, [an(1)], now());
      await told();
      expect(await isFree()).toBe(true);
    });

    it("G9 refuses nobody either when the seat was given back during another's attempt", async () => {
      await take("binh", [A1]);
      guard.freed(showId, [an(1)]);
      await told();
      guard.end(attempt("binh", [A1]));
      await told();
      guard.booked(showId, [an(1)], now());
      await told();
      expect(await isFree()).toBe(true);
    });

    it("G9 frees nobody else's seat", async () => {
      guard.held(showId, [news("binh", A1, 2)], "h", 60_000, now());
      guard.freed(showId, [an(1)]);
      guard.held(showId, [an(1)], "old", 60_000, now());
      await told();
      expect(await guardOf(A1)).toMatch(/ g binh:h$/);
    });

    it("G9 of a grant is not believed once its tombstone may have gone", async () => {
      guard.booked(showId, [an(1)], { sentAtMs: performance.now() - 6_000 });
      await told();
      expect(await guardOf(A1)).toBeNull();
    });

    it("G9 of a hold that is over sets no guard", async () => {
      guard.held(showId, [an(1)], "h", 20, now());
      await told();
      expect(await guardOf(A1)).toBeNull();
    });

    it("G9 the fence of a seat given back is remembered longer than any such news is believed", async () => {
      guard.freed(showId, [an(1)]);
      await told();
      expect(await redis.pttl(keyOf(showId, A1))).toBeGreaterThan(5_000);
    });
  });

  describe("a sale under way", () => {
    const sale = (buyer: string, key: string) => ({ ...attempt(buyer, [A1]), key });

    it("S12 is told from a new one when it is repeated and the seat is another's by now", async () => {
      expect(await guard.acquire(sale("an", "k"))).toEqual({ state: "guarded" });
      await redis.del(keyOf(showId, A1));
      await take("binh", [A1]);
      expect(await guard.acquire(sale("an", "k"))).toMatchObject({ state: "refused", mayRepeat: true });
      expect(await guard.acquire(sale("an", "another"))).toMatchObject({
        state: "refused",
        mayRepeat: false,
      });
      expect(await guard.acquire(sale("chi", "k"))).toMatchObject({ state: "refused", mayRepeat: false });
    });

    it("S12 is not refused from memory once it has long been under way", async () => {
      await guard.acquire(sale("an", "k"));
      await redis.del(keyOf(showId, A1));
      await take("binh", [A1]);
      await delay(450);
      await take("chi", [A1]);
      expect(await guard.acquire(sale("an", "k"))).toMatchObject({ state: "refused", mayRepeat: true });
    });

    it("S12 S20 is not refused from memory to its own double while Redis is asked, or has let it through", async () => {
      for (let pauseMs = 0; pauseMs < 60; pauseMs += 3) {
        const key = `k${pauseMs}`;
        await take("an", [A1]);
        await take("binh", [A1]);
        await redis.del(keyOf(showId, A1));
        await delay(pauseMs);
        const twice = await Promise.all([guard.acquire(sale("chi", key)), guard.acquire(sale("chi", key))]);
        const again = await guard.acquire(sale("chi", key));
        if (twice.some(({ state }) => state === "guarded")) {
          const refused = [...twice, again].filter((one) => one.state === "refused" && !one.mayRepeat);
          expect(refused, `after ${pauseMs} ms`).toEqual([]);
        }
        guard.end(sale("chi", key));
        await told();
      }
    });

    it("S12 is over when its outcome is known", async () => {
      await guard.acquire(sale("an", "k"));
      guard.end(sale("an", "k"));
      await told();
      await take("binh", [A1]);
      expect(await guard.acquire(sale("an", "k"))).toMatchObject({ state: "refused", mayRepeat: false });
    });

    it("S12 is doubted for every key after Redis was away, whose notes may be gone", async () => {
      await server.kill();
      await until(async () => (await take("an", [A1])).state === "absent");
      await server.start();
      // A replica that takes over may not have heard of the guard that was just set.
      let answer: Guarded | undefined;
      await until(async () => {
        const { state } = await take("binh", [A1]);
        answer = await guard.acquire(sale("an", "k"));
        if (answer.state !== "refused") guard.end(sale("an", "k"));
        return state === "guarded" && answer.state === "refused";
      });
      expect(answer).toMatchObject({ state: "refused", mayRepeat: true });
    });
  });
});
