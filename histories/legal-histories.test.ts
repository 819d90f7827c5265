/** Histories that look wrong and are not: none of them may be taken for a fault. */
import { describe, expect, it } from "vitest";
import { booked, granted, held, historyOf, operation, pending, refused, taken } from "#testing/history";
import { booking } from "#testing/rules-broken";
import { type CheckOptions, checkHistory } from "./check";
import type { Operation } from "./history";

describe("a legal history", () => {
  it.each<[string, Operation[], CheckOptions?]>([
    ["nothing", []],
    [
      "a hold that lapses, and then another's",
      [
        operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
        operation("bob", "hold", "A1", [50, 60], taken),
        operation("bob", "hold", "A1", [90, 105], held("h2", 205)),
        operation("ann", "confirm", "A1", [98, 110], refused("hold_expired"), { holdId: "h1", key: "k" }),
      ],
    ],
    [
      "a sale that was pending and happened",
      [
        operation("ann", "book", "A1", [0, 5], pending, { key: "k1" }),
        operation("bob", "book", "A1", [10, 15], taken),
        operation("ann", "book", "A1", [20, 25], booked("R1"), { key: "k1" }),
      ],
    ],
    [
      "a sale that was pending and did not happen",
      [
        operation("ann", "book", "A1", [0, 5], pending, { key: "k1" }),
        operation("bob", "book", "A1", [10, 15], booked("R2")),
        operation("ann", "book", "A1", [20, 25], taken, { key: "k1" }),
      ],
      { ledger: { bookings: [booking("bob")] } },
    ],
    [
      "a sale that was never answered and happened much later",
      [
        operation("ann", "book", "A1", [0], null, { key: "k1" }),
        operation("bob", "hold", "A1", [10, 15], held("h2", 100)),
        operation("bob", "release", "A1", [20, 25], granted(), { holdId: "h2" }),
        operation("cho", "hold", "A1", [30, 35], taken),
      ],
      { ledger: { bookings: [booking("ann", "A1", { key: "k1", reference: "R1" })] } },
    ],
    [
      "a cancellation, and the seat sold again",
      [
        operation("ann", "book", "A1", [0, 1], booked("R1")),
        operation("ann", "cancel", "A1", [2, 10], granted(), { reference: "R1" }),
        operation("bob", "book", "A1", [3, 9], booked("R2")),
        operation("ann", "cancel", "A1", [11, 12], granted(), { reference: "R1" }),
      ],
      { ledger: { bookings: [booking("bob", "A1", { reference: "R2" })] } },
    ],
    [
      "a cancellation of unknown outcome that made room",
      [
        operation("ann", "book", "A1", [0, 1], booked("R1")),
        operation("ann", "cancel", "A1", [2], null, { reference: "R1" }),
        operation("bob", "book", "A1", [3, 9], booked("R2")),
      ],
    ],
    [
      "a release of unknown outcome that made room",
      [
        operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
        operation("ann", "release", "A1", [2], null, { holdId: "h1" }),
        operation("bob", "book", "A1", [3, 9], booked("R2")),
      ],
    ],
    [
      "an extension of unknown outcome that kept others out",
      [
        operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
        operation("ann", "extend", "A1", [90, 95], refused("unavailable"), { holdId: "h1" }),
        operation("bob", "hold", "A1", [150, 155], taken),
        operation("ann", "confirm", "A1", [160, 165], booked("R1"), { holdId: "h1" }),
      ],
    ],
    [
      "a hold whose answer was lost, and which was found again",
      [
        operation("ann", "hold", "A1", [0], null),
        operation("bob", "hold", "A1", [10, 11], taken),
        operation("ann", "hold", "A1", [20, 21], held("h1", 100)),
        operation("ann", "confirm", "A1", [30, 31], booked("R1"), { holdId: "h1" }),
      ],
    ],
    [
      "a hold asked for twice, and more seats with it",
      [
        operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
        operation(
          "ann",
          "hold",
          "A1 A2",
          [2, 3],
          granted({ holdId: "h1", untilMs: 100, seats: ["A1", "A2"] }),
        ),
        operation("ann", "confirm", "A1", [5, 6], granted({ reference: "R1", seats: ["A1", "A2"] }), {
          holdId: "h1",
        }),
        operation("bob", "book", "A2", [7, 8], refused("seat_taken", ["A2"])),
      ],
    ],
    [
      "a seat that the answer does not name, because it is in another hold of the buyer's",
      [
        operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
        operation("ann", "hold", "A2", [2, 3], held("h2", 100)),
        operation("ann", "hold", "A1 A2", [4, 5], granted({ holdId: "h1", untilMs: 100, seats: ["A1"] })),
        operation("ann", "confirm", "A2", [6, 7], booked("R2"), { holdId: "h2" }),
      ],
    ],
    [
      "a one-shot booking of the buyer's own held seat",
      [
        operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
        operation("ann", "book", "A1", [2, 3], booked("R1")),
        operation("ann", "hold", "A1", [4, 5], taken),
      ],
    ],
    [
      "a refusal of several seats, one of which was taken",
      [
        operation("ann", "book", "A2", [0, 1], booked("R1")),
        operation("bob", "hold", "A1 A2", [2, 3], taken),
        operation("bob", "hold", "A1 A2", [4, 5], refused("seat_taken", ["A2"])),
      ],
    ],
    [
      "a hold that is over for its owner since one of its seats was let go meanwhile",
      [
        operation("ann", "hold", "A1 A2", [0, 1], held("h1", 100)),
        operation("ann", "release", "A2", [5, 15], granted(), { holdId: "h1" }),
        operation("ann", "extend", "A1 A2", [6, 14], refused("hold_expired"), { holdId: "h1" }),
      ],
    ],
    [
      "a refusal while a sale was under way that was answered later",
      [
        operation("ann", "book", "A1", [0, 50], booked("R1")),
        operation("bob", "book", "A1", [10, 20], taken),
        operation("cho", "hold", "A1", [1, 5], held("h3", 8)),
      ],
    ],
    [
      "a hold whose end is only known as a span",
      [
        operation(
          "ann",
          "hold",
          "A1",
          [0, 40],
          granted({ holdId: "h1", untilMs: 100, untilAtLatestMs: 140 }),
        ),
        operation("ann", "confirm", "A1", [120, 125], booked("R1"), { holdId: "h1" }),
        operation(
          "bob",
          "hold",
          "A2",
          [0, 40],
          granted({ holdId: "h2", untilMs: 100, untilAtLatestMs: 140 }),
        ),
        operation("cho", "hold", "A2", [99, 105], held("h3", 200)),
      ],
    ],
    [
      "the same seat of two shows",
      [
        operation("ann", "book", "A1", [0, 1], booked("R1"), { show: "early" }),
        operation("bob", "book", "A1", [0, 1], booked("R2"), { show: "late" }),
      ],
    ],
    [
      "refusals that say nothing about the seat",
      [
        operation("ann", "hold", "A1", [0, 1], refused("too_many_seats")),
        operation("ann", "hold", "A1", [0, 1], refused("rate_limited")),
        operation("ann", "book", "A1", [0, 1], refused("invalid")),
      ],
    ],
  ])("is %s", (_, operations, options) => {
    const verdict = checkHistory(historyOf(...operations), options);
    expect(verdict).toEqual({ legal: true });
  });
});
