import { describe, expect, it } from "vitest";
import { createRateLimits, JOINS } from "./rate-limits";

function atRest() {
  let nowMs = 0;
  const limits = createRateLimits(
    { identity: { burst: 3, perSecond: 2 }, address: { burst: 5, perSecond: 10 } },
    () => nowMs,
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

  it("D4 counts an address over all its identities, and a refused attempt costs nothing", () => {
    const { take, pass } = atRest();
    for (const buyer of ["a", "b", "c", "d", "e"]) expect(take(buyer, "::1").ok).toBe(true);
    expect(take("f", "::1")).toEqual({ ok: false, retryAfterMs: 100 });
    expect(take("f", "::2")).toEqual({ ok: true });
    pass(100);
    expect(take("f", "::1")).toEqual({ ok: true });
    expect(take("f", "::2")).toEqual({ ok: true });
    expect(take("f", "::2")).toEqual({ ok: false, retryAfterMs: 400 });
  });

  it("D4 fills up to the burst and no further, however long nobody asks", () => {
    const { take, pass } = atRest();
    take("an", "::1");
    pass(3_600_000);
    const answers = Array.from({ length: 4 }, () => take("an", "::1").ok);
    expect(answers).toEqual([true, true, true, false]);
  });

  it("D7 admits a hall of a thousand that joins at once, and each page of it that comes back ten times", () => {
    const limits = createRateLimits(JOINS, () => 0);
    const hall = Array.from({ length: 1_000 }, (_, seat) => `viewer-${seat}`);
    for (let time = 0; time < 10; time++) {
      expect(hall.filter((viewer) => !limits.take(viewer, "::1").ok)).toEqual([]);
    }
  });

  it("D7 admits for ever a page that asks for what it missed twenty times a second", () => {
    let nowMs = 0;
    const limits = createRateLimits(JOINS, () => nowMs);
    for (let tick = 0; tick < 1_000; tick++, nowMs += 50) expect(limits.take("an", "::1").ok).toBe(true);
  });
});
