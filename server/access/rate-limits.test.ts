import { describe, expect, it } from "vitest";
import { bornAtMs, createBuyerCookies } from "./buyer-cookie";
import { shareOfNewcomer } from "./newcomers";
import { ATTEMPTS, createRateLimits, JOINS, PAGE_COST, READS } from "./rate-limits";

function atRest() {
  let nowMs = 0;
  const limits = createRateLimits(
    { buyer: { burst: 3, perSecond: 2 }, address: { burst: 5, perSecond: 10 } },
    { now: () => nowMs },
  );
  return {
    take: limits.take,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("rate limits", () => {
  it("D4 admits a burst, then says when the next attempt is due, and means it", () => {
    const { take, pass } = atRest();
    const attempt = () => take("an", "::1");
    expect([attempt(), attempt(), attempt()].every(({ ok }) => ok)).toBe(true);
    expect(attempt()).toEqual({ ok: false, retryAfterMs: 500 });
    pass(499);
    expect(attempt()).toMatchObject({ ok: false });
    pass(1);
    expect(attempt()).toEqual({ ok: true });
    expect(attempt()).toEqual({ ok: false, retryAfterMs: 500 });
  });

  it("D4 counts an address over all its buyers, and a refused attempt costs nothing", () => {
    const { take, pass } = atRest();
    for (const buyer of ["a", "b", "c", "d", "e"]) expect(take(buyer, "::1").ok).toBe(true);
    expect(take("f", "::1")).toEqual({ ok: false, retryAfterMs: 100 });
    expect(take("f", "::2")).toEqual({ ok: true });
    pass(100);
    expect(take("f", "::1")).toEqual({ ok: true });
    expect(take("f", "::2")).toEqual({ ok: true });
    expect(take("f", "::2")).toEqual({ ok: false, retryAfterMs: 400 });
  });

  it("D4 remembers so many at most, and forgets the first who came", () => {
    const limit = { burst: 1, perSecond: 1 };
    const limits = createRateLimits(
      { buyer: limit, address: { burst: 100, perSecond: 1 } },
      { now: () => 0, remembered: 3 },
    );
    for (const buyer of ["a", "b", "c"]) expect(limits.take(buyer, "::1").ok).toBe(true);
    expect(limits.take("a", "::1").ok).toBe(false);
    expect(limits.take("d", "::1").ok).toBe(true);
    expect(["b", "c", "d"].map((buyer) => limits.take(buyer, "::1").ok)).toEqual([false, false, false]);
    expect(limits.take("a", "::1").ok).toBe(true);
  });

  it("D4 does not remember a newcomer whose address has had its share", () => {
    const limit = { burst: 1, perSecond: 1 };
    const limits = createRateLimits({ buyer: limit, address: limit }, { now: () => 0, remembered: 2 });
    expect(limits.take("a", "::1").ok).toBe(true);
    for (const stranger of ["b", "c", "d"]) expect(limits.take(stranger, "::1").ok).toBe(false);
    expect(limits.take("a", "::2").ok).toBe(false);
  });

  it("D4 fills up to the burst and no further, however long nobody asks", () => {
    const { take, pass } = atRest();
    take("an", "::1");
    pass(3_600_000);
    const answers = Array.from({ length: 4 }, () => take("an", "::1").ok);
    expect(answers).toEqual([true, true, true, false]);
  });

  it("D7 admits a hall of a thousand that joins at once, and each page of it that comes back ten times", () => {
    const limits = createRateLimits(JOINS, { now: () => 0 });
    const hall = Array.from({ length: 1_000 }, (_, seat) => `viewer-${seat}`);
    for (let time = 0; time < 10; time++) {
      expect(hall.filter((viewer) => !limits.take(viewer, "::1").ok)).toEqual([]);
    }
  });

  it("D7 admits for ever a page that asks for what it missed twenty times a second", () => {
    let nowMs = 0;
    const limits = createRateLimits(JOINS, { now: () => nowMs });
    for (let tick = 0; tick < 1_000; tick++, nowMs += 50) expect(limits.take("an", "::1").ok).toBe(true);
  });

  it("D9 takes what an attempt costs, and says when there will be as much", () => {
    const limit = { burst: 10, perSecond: 10 };
    const limits = createRateLimits(
      { buyer: limit, address: { burst: 100, perSecond: 1 } },
      { now: () => 0 },
    );
    expect(limits.take("an", "::1", 8).ok).toBe(true);
    expect(limits.take("an", "::1", 5)).toEqual({ ok: false, retryAfterMs: 300 });
    expect(limits.take("an", "::1", 2).ok).toBe(true);
  });
});

describe("D9 an address that many share", () => {
  const FLOOD_PER_SECOND = 1_000;

  /** How many of forty attempts, one each second, a normal buyer gets beside a neighbour who floods. */
  function attemptsBeside(nextName: (at: number, nowMs: number) => string): number {
    let nowMs = Date.UTC(2026, 0, 1);
    const clock = () => nowMs;
    const limits = createRateLimits(ATTEMPTS, {
      now: clock,
      newcomerShare: (name) => shareOfNewcomer(name, nowMs),
    });
    const { buyer } = createBuyerCookies("a secret of this test", () => nowMs - 60_000).issue(false);
    let admitted = 0;
    for (let second = 0; second < 40; second += 1) {
      // At another moment of each second, so that the flood's rhythm neither helps nor hurts.
      const clickAt = (second * 389) % FLOOD_PER_SECOND;
      for (let at = 0; at < FLOOD_PER_SECOND; at += 1, nowMs += 1000 / FLOOD_PER_SECOND) {
        limits.take(nextName(at, nowMs), "::1");
        if (at === clickAt && limits.take(buyer, "::1").ok) admitted += 1;
      }
    }
    return admitted;
  }

  const newName = (_: number, nowMs: number) =>
    createBuyerCookies("a secret of this test", () => Math.floor(nowMs)).issue(false).buyer;

  it("costs a normal buyer nothing when a neighbour floods under one name", () => {
    const name = newName(0, Date.UTC(2025, 0, 1));
    expect(attemptsBeside(() => name)).toBe(40);
  });

  it("costs a normal buyer nothing when a neighbour floods under a new name each time", () => {
    expect(attemptsBeside(newName)).toBe(40);
  });

  it("costs a normal buyer nothing when a neighbour floods under a hundred old names", () => {
    const names = Array.from({ length: 100 }, (_, at) => newName(at, Date.UTC(2025, 0, 1)));
    expect(attemptsBeside((at) => names[at % names.length] ?? "")).toBe(40);
  });

  it("admits a hall of a thousand that has only just come", () => {
    const limits = createRateLimits(ATTEMPTS, { now: () => 0, newcomerShare: () => 0.5 });
    const hall = Array.from({ length: 1_000 }, (_, seat) => `buyer-${seat}`);
    expect(hall.filter((buyer) => !limits.take(buyer, "::1").ok)).toEqual([]);
  });

  it("lets a hall of three hundred open the page at once", () => {
    const limits = createRateLimits(READS, { now: () => 0, newcomerShare: () => 0.5 });
    const hall = Array.from({ length: 300 }, (_, seat) => `buyer-${seat}`);
    expect(hall.filter((buyer) => !limits.take(buyer, "::1", PAGE_COST).ok)).toEqual([]);
  });
});

it("D9 a buyer's name carries the moment it was given", () => {
  const { buyer } = createBuyerCookies("a secret of this test", () => 1_760_000_000_000).issue(false);
  expect(bornAtMs(buyer)).toBe(1_760_000_000_000);
  expect([0, 30_000, 60_000, 1e9].map((ageMs) => shareOfNewcomer(buyer, 1_760_000_000_000 + ageMs))).toEqual([
    0.5, 0.75, 1, 1,
  ]);
  expect(shareOfNewcomer("guest-an")).toBe(0.5);
});
