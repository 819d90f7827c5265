import { describe, expect, it } from "vitest";
import { ClockJumpDetector, ServerClock } from "./server-clock";

/** Noon on the server; what the page's own wall clock says is nowhere asked. */
const NOON = 1_800_000_000_000;

function clockAt(monotonicMs: number) {
  const time = { monotonicMs };
  return { time, clock: new ServerClock(() => time.monotonicMs) };
}

describe("the server's clock", () => {
  it("is not known before the server has spoken", () => {
    const { clock } = clockAt(0);
    expect([clock.known, clock.now(), clock.remainingMs(NOON)]).toEqual([false, undefined, undefined]);
  });

  it("lies in the middle of asking and hearing, and runs on with the monotonic clock", () => {
    const { time, clock } = clockAt(1000);
    const askedAt = clock.asking();
    time.monotonicMs = 1100;
    clock.answered(NOON, askedAt);
    expect(clock.now()).toBe(NOON + 50);
    time.monotonicMs += 5000;
    expect(clock.remainingMs(NOON + 60_000)).toBe(54_950);
  });

  it("is made narrower by a faster answer and not wider by a slower one", () => {
    const { time, clock } = clockAt(0);
    time.monotonicMs = 10;
    clock.answered(NOON + 5, 0);
    time.monotonicMs = 3000;
    clock.answered(NOON + 1500, 10);
    expect(clock.now()).toBe(NOON + 3000);
  });

  it("never lags behind what the server has said unasked", () => {
    const { time, clock } = clockAt(0);
    time.monotonicMs = 400;
    clock.answered(NOON, 0);
    clock.heardUnasked(NOON + 150);
    expect(clock.now()).toBeGreaterThanOrEqual(NOON + 150);
  });

  it("is right again after a sleep in which the monotonic clock stood still", () => {
    const { time, clock } = clockAt(0);
    clock.answered(NOON, 0);
    time.monotonicMs = 1000;
    clock.answered(NOON + 3_600_000, 990);
    expect(clock.now()).toBe(NOON + 3_600_005);
    expect(clock.remainingMs(NOON + 120_000)).toBe(0);
  });

  it("hears of a sleep from an unasked word too", () => {
    const { time, clock } = clockAt(0);
    clock.answered(NOON, 0);
    time.monotonicMs = 1000;
    clock.heardUnasked(NOON + 3_600_000);
    expect(clock.now()).toBe(NOON + 3_600_000);
  });
});

describe("the detector of jumps of this machine's clocks", () => {
  it("notices a sleep or a clock set by hand once, and drift never", () => {
    const time = { wall: 0, monotonic: 0 };
    const detector = new ClockJumpDetector(
      () => time.wall,
      () => time.monotonic,
    );
    time.wall += 1000;
    time.monotonic += 1001;
    expect(detector.detect()).toBe(false);
    time.wall += 7_200_000;
    expect([detector.detect(), detector.detect()]).toEqual([true, false]);
    time.wall -= 86_400_000;
    expect(detector.detect()).toBe(true);
  });
});
