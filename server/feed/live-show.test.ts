import { describe, expect, it } from "vitest";
import { SEAT_CODES, type SeatStatus } from "#contract/seat-codes";
import type { LoggedChanges } from "#db/transitions/log-changes";
import { type Random, withSeeds } from "#testing/random";
import { createLiveShow } from "./live-show";

const SEATS = 30;
const STATUSES = ["available", "held", "booked"] as const satisfies SeatStatus[];
const empty = { showId: "demo", version: 0, seats: "a".repeat(SEATS) };

/** A history of batches, and the seats after it. */
function history(random: Random, batches: number): { log: LoggedChanges[]; seats: string; version: number } {
  const seats = [...empty.seats];
  const log: LoggedChanges[] = [];
  let version = 0;
  for (let at = 0; at < batches; at += 1) {
    const changes = Array.from({ length: 1 + random.below(4) }, (): LoggedChanges["changes"][number] => [
      random.below(SEATS),
      random.pick(STATUSES),
    ]);
    for (const [seat, status] of changes) seats[seat] = SEAT_CODES[status];
    log.push({ showId: "demo", from: version, to: version + changes.length, changes });
    version += changes.length;
  }
  return { log, seats: seats.join(""), version };
}

describe("a live show", () => {
  it("F1 F5 reaches the same map whatever the order and repetition of its batches", () => {
    withSeeds(200, (random) => {
      const { log, seats, version } = history(random, 40);
      const show = createLiveShow(empty);
      const deliveries = [...log, ...log].sort(() => random.below(3) - 1);
      for (const batch of deliveries) show.apply(batch);
      expect(show.snapshot()).toEqual({ showId: "demo", version, seats });
    });
  });

  it("F3 F4 tells viewers a chain of packets without a gap, each seat once with its last status", () => {
    withSeeds(200, (random) => {
      const { log, seats, version } = history(random, 40);
      const show = createLiveShow(empty);
      const screen = [...empty.seats];
      let seen = 0;
      for (const batch of log) {
        show.apply(batch);
        if (random.chance(40)) continue;
        const packet = show.takeUnsentChanges();
        expect(packet?.from).toBe(seen);
        for (const [seat, code] of packet?.changes ?? []) screen[seat] = code;
        seen = packet?.to ?? seen;
      }
      for (const [seat, code] of show.takeUnsentChanges()?.changes ?? []) screen[seat] = code;
      expect(screen.join("")).toBe(seats);
      expect(show.version()).toBe(version);
      expect(show.takeUnsentChanges()).toBeUndefined();
    });
  });

  it("F2 answers the changes since a version, or nothing when they are no longer kept", () => {
    withSeeds(100, (random) => {
      const { log, seats, version } = history(random, 60);
      const show = createLiveShow(empty);
      const since = random.below(version);
      const screen = [...empty.seats];
      for (const batch of log) {
        for (const [index, [seat, status]] of batch.changes.entries()) {
          if (batch.from + index < since) screen[seat] = SEAT_CODES[status];
        }
        show.apply(batch);
      }
      for (const [seat, code] of show.since(since) ?? []) screen[seat] = code;
      expect(screen.join("")).toBe(seats);
      expect(show.since(version)).toEqual([]);
      expect(show.since(version + 1)).toBeUndefined();
    });
  });

  it("F5 says when a batch does not follow on, and is made whole by a snapshot", () => {
    const show = createLiveShow(empty);
    expect(show.apply({ showId: "demo", from: 3, to: 4, changes: [[1, "held"]] })).toBe(false);
    expect(show.version()).toBe(0);
    show.replace({ showId: "demo", version: 3, seats: `b${"a".repeat(SEATS - 1)}` });
    expect(show.snapshot()).toEqual({ showId: "demo", version: 4, seats: `bh${"a".repeat(SEATS - 2)}` });
    expect(show.takeUnsentChanges()).toEqual({
      from: 0,
      to: 4,
      changes: [
        [0, "b"],
        [1, "h"],
      ],
    });
  });

  it("F2 does not keep more than it needs", () => {
    const show = createLiveShow(empty);
    for (let version = 0; version < 5_000; version += 1) {
      show.apply({ showId: "demo", from: version, to: version + 1, changes: [[version % SEATS, "held"]] });
    }
    expect(show.since(4_990)).toBeDefined();
    expect(show.since(10)).toBeUndefined();
  });
});
