/**
 * Histories in pairs: each is legal, and illegal once a single operation is told otherwise. What is changed is all that
 * the checker may go by.
 */
import { describe, expect, it } from "vitest";
import { booked, granted, held, operation, pending, refused, taken } from "#testing/history";
import { booking, rulesBroken } from "#testing/rules-broken";
import type { CheckOptions } from "./check";
import type { Rule } from "./finding";
import type { Operation } from "./history";

interface Pair {
  what: string;
  /** The operations; the one at `change` is told as `otherwise` instead. */
  story: Operation[];
  change: number;
  otherwise: Operation;
  rule: Rule;
  options?: CheckOptions;
}

const h1 = { holdId: "h1" };
const annHolds = operation("ann", "hold", "A1", [0, 1], held("h1", 100));
const annBuys = operation("ann", "book", "A1", [0, 1], booked("R1"), { key: "k1" });
const annCancels = operation("ann", "cancel", "A1", [2, 3], granted(), { reference: "R1" });

const PAIRS: Pair[] = [
  {
    what: "a second sale, once the first is cancelled",
    story: [annBuys, annCancels, operation("bob", "book", "A1", [4, 5], booked("R2"))],
    change: 1,
    otherwise: { ...annCancels, answer: refused("invalid") },
    rule: "sold-twice",
  },
  {
    what: "a second sale beside a cancellation, not before it is asked for",
    story: [annBuys, annCancels, operation("bob", "book", "A1", [1, 3], booked("R2"))],
    change: 2,
    otherwise: operation("bob", "book", "A1", [1, 1.5], booked("R2")),
    rule: "sold-twice",
  },
  {
    what: "a cancellation, of the booking that has the seat",
    story: [annBuys, annCancels, operation("bob", "book", "A1", [4, 5], booked("R2"))],
    change: 1,
    otherwise: { ...annCancels, reference: "R9" },
    rule: "sold-twice",
  },
  {
    what: "a cancellation, by the owner",
    story: [annBuys, annCancels, operation("bob", "hold", "A1", [4, 5], held("h2", 90))],
    change: 1,
    otherwise: { ...annCancels, buyer: "cho" },
    rule: "granted-twice",
  },
  {
    what: "a hold after another's, once that has ended",
    story: [annHolds, operation("bob", "hold", "A1", [90, 101], held("h2", 200))],
    change: 1,
    otherwise: operation("bob", "hold", "A1", [90, 99], held("h2", 200)),
    rule: "hold-broken",
  },
  {
    what: "a one-shot booking, of the buyer's own hold",
    story: [annHolds, operation("ann", "book", "A1", [50, 60], booked("R1"))],
    change: 1,
    otherwise: operation("bob", "book", "A1", [50, 60], booked("R1")),
    rule: "hold-broken",
  },
  {
    what: "the old holder's confirmation, when another has the seat",
    story: [
      annHolds,
      operation("bob", "hold", "A1", [101, 102], held("h2", 200)),
      operation("ann", "confirm", "A1", [103, 104], refused("hold_expired"), { ...h1, key: "k1" }),
    ],
    change: 2,
    otherwise: operation("ann", "confirm", "A1", [103, 104], booked("R1"), { ...h1, key: "k1" }),
    rule: "no-such-hold",
  },
  {
    what: "the old holder's extension, when another has the seat",
    story: [
      annHolds,
      operation("bob", "hold", "A1", [101, 102], held("h2", 200)),
      operation("ann", "extend", "A1", [103, 104], refused("hold_expired"), h1),
    ],
    change: 2,
    otherwise: operation("ann", "extend", "A1", [103, 104], granted({ untilMs: 300 }), h1),
    rule: "no-such-hold",
  },
  {
    what: "a confirmation, of a hold that has not lapsed",
    story: [annHolds, operation("ann", "confirm", "A1", [99, 105], booked("R1"), h1)],
    change: 1,
    otherwise: operation("ann", "confirm", "A1", [101, 105], booked("R1"), h1),
    rule: "lapsed-hold-used",
  },
  {
    what: "a confirmation, of the hold that was granted",
    story: [annHolds, operation("ann", "confirm", "A1", [9, 10], booked("R1"), h1)],
    change: 1,
    otherwise: operation("ann", "confirm", "A1", [9, 10], booked("R1"), { holdId: "h9" }),
    rule: "no-such-hold",
  },
  {
    what: "a confirmation, repeated with its key",
    story: [
      annHolds,
      operation("ann", "confirm", "A1", [9, 10], booked("R1"), { ...h1, key: "k1" }),
      operation("ann", "confirm", "A1", [11, 12], booked("R1"), { ...h1, key: "k1" }),
    ],
    change: 2,
    otherwise: operation("ann", "confirm", "A1", [11, 12], booked("R2"), { ...h1, key: "k2" }),
    rule: "sold-twice",
  },
  {
    what: "an extension, to a later end",
    story: [annHolds, operation("ann", "extend", "A1", [10, 11], granted({ untilMs: 120 }), h1)],
    change: 1,
    otherwise: operation("ann", "extend", "A1", [10, 11], granted({ untilMs: 80 }), h1),
    rule: "hold-broken",
  },
  {
    what: "an extension, by the holder",
    story: [annHolds, operation("ann", "extend", "A1", [10, 11], granted({ untilMs: 120 }), h1)],
    change: 1,
    otherwise: operation("bob", "extend", "A1", [10, 11], granted({ untilMs: 120 }), h1),
    rule: "no-such-hold",
  },
  {
    what: "an extension that was granted, and kept",
    story: [
      annHolds,
      operation("ann", "extend", "A1", [10, 11], granted({ untilMs: 150 }), h1),
      operation("bob", "hold", "A1", [140, 151], held("h2", 300)),
    ],
    change: 2,
    otherwise: operation("bob", "hold", "A1", [140, 149], held("h2", 300)),
    rule: "hold-broken",
  },
  {
    what: "a hold asked for again, and the same answered",
    story: [annHolds, operation("ann", "hold", "A1", [5, 6], held("h1", 100))],
    change: 1,
    otherwise: operation("ann", "hold", "A1", [5, 6], held("h2", 100)),
    rule: "hold-broken",
  },
  {
    what: "a hold asked for again, with the same end",
    story: [annHolds, operation("ann", "hold", "A1", [5, 6], held("h1", 100))],
    change: 1,
    otherwise: operation("ann", "hold", "A1", [5, 6], held("h1", 90)),
    rule: "hold-broken",
  },
  {
    what: "a release, by the holder",
    story: [
      annHolds,
      operation("ann", "release", "A1", [10, 11], granted(), h1),
      operation("cho", "hold", "A1", [12, 13], held("h3", 120)),
    ],
    change: 1,
    otherwise: operation("bob", "release", "A1", [10, 11], granted(), h1),
    rule: "hold-broken",
  },
  {
    what: "a release, by the holder, even if nothing comes of it",
    story: [annHolds, operation("ann", "release", "A1", [10, 11], granted(), h1)],
    change: 1,
    otherwise: operation("bob", "release", "A1", [10, 11], granted(), h1),
    rule: "not-the-owner",
  },
  {
    what: "a cancellation, by the owner, even if nothing comes of it",
    story: [annBuys, annCancels],
    change: 1,
    otherwise: { ...annCancels, buyer: "bob" },
    rule: "not-the-owner",
  },
  {
    what: "a stranger's release, refused",
    story: [annHolds, operation("bob", "release", "A1", [10, 11], refused("not_yours"), h1)],
    change: 1,
    otherwise: operation("bob", "release", "A1", [10, 11], granted(), h1),
    rule: "not-the-owner",
  },
  {
    what: "a release, of the seat's own hold",
    story: [
      annHolds,
      operation("ann", "release", "A1", [10, 11], granted(), h1),
      operation("cho", "hold", "A1", [12, 13], held("h3", 120)),
    ],
    change: 1,
    otherwise: operation("ann", "release", "A1", [10, 11], granted(), { holdId: "h9" }),
    rule: "hold-broken",
  },
  {
    what: "a release of unknown outcome, asked for in time to make room",
    story: [
      annHolds,
      operation("ann", "release", "A1", [10], null, h1),
      operation("bob", "book", "A1", [5, 12], booked("R2")),
    ],
    change: 1,
    otherwise: operation("ann", "release", "A1", [13], null, h1),
    rule: "hold-broken",
  },
  {
    what: "the owner told that the hold is over, after its end",
    story: [annHolds, operation("ann", "extend", "A1", [90, 101], refused("hold_expired"), h1)],
    change: 1,
    otherwise: operation("ann", "extend", "A1", [90, 99], refused("hold_expired"), h1),
    rule: "hold-broken",
  },
  {
    what: "a refusal of a seat that another had for a moment of the call",
    story: [
      operation("ann", "hold", "A1", [0, 1], held("h1", 10)),
      operation("bob", "hold", "A1", [10, 20], taken),
    ],
    change: 1,
    otherwise: operation("bob", "hold", "A1", [11, 20], taken),
    rule: "unjust-refusal",
  },
  {
    what: "a refusal beside a sale, not before it was asked for",
    story: [
      operation("ann", "book", "A1", [10, 20], booked("R1")),
      operation("bob", "book", "A1", [5, 11], taken),
    ],
    change: 1,
    otherwise: operation("bob", "book", "A1", [5, 9], taken),
    rule: "unjust-refusal",
  },
  {
    what: "a refusal by a sale nobody heard of, not before it was asked for",
    story: [
      operation("ann", "book", "A1", [4], null, { key: "k1" }),
      operation("bob", "book", "A1", [0, 5], taken),
    ],
    change: 0,
    otherwise: operation("ann", "book", "A1", [6], null, { key: "k1" }),
    rule: "unjust-refusal",
  },
  {
    what: "a refusal that was asked for before the seat was given back (a stale read afterwards)",
    story: [annBuys, annCancels, operation("bob", "book", "A1", [3, 9], taken)],
    change: 2,
    otherwise: operation("bob", "book", "A1", [3.5, 9], taken),
    rule: "unjust-refusal",
  },
  {
    what: "a refusal that names the seats another had",
    story: [annBuys, operation("bob", "hold", "A1 A2", [2, 3], refused("seat_taken", ["A1"]))],
    change: 1,
    otherwise: operation("bob", "hold", "A1 A2", [2, 3], refused("seat_taken", ["A2"])),
    rule: "unjust-refusal",
  },
  {
    what: "a cancellation of unknown outcome that makes room once",
    story: [
      annBuys,
      operation("ann", "cancel", "A1", [2], null, { reference: "R1" }),
      operation("bob", "book", "A1", [3, 4], booked("R2")),
      operation("cho", "book", "A1", [5, 6], taken),
    ],
    change: 3,
    otherwise: operation("cho", "book", "A1", [5, 6], booked("R3")),
    rule: "sold-twice",
  },
  {
    what: "a release of unknown outcome that makes room once",
    story: [
      annHolds,
      operation("ann", "release", "A1", [2], null, h1),
      operation("bob", "hold", "A1", [3, 4], held("h2", 90)),
      operation("cho", "hold", "A1", [5, 6], taken),
    ],
    change: 3,
    otherwise: operation("cho", "hold", "A1", [5, 6], held("h3", 90)),
    rule: "hold-broken",
  },
  {
    what: "a hold nobody heard of, that stands in the way until another has the seat",
    story: [
      operation("ann", "hold", "A1", [0], null),
      operation("bob", "hold", "A1", [1, 2], taken),
      operation("cho", "book", "A1", [3, 4], booked("R3")),
      operation("bob", "hold", "A1", [5, 6], taken),
    ],
    change: 3,
    otherwise: operation("ann", "confirm", "A1", [5, 6], booked("R1")),
    rule: "sold-twice",
  },
  {
    what: "a sale that was refused for good, and so is nobody's reason",
    story: [
      operation("ann", "book", "A1", [0, 1], pending, { key: "k1" }),
      operation("bob", "hold", "A1", [2, 3], held("h2", 20)),
      operation("ann", "book", "A1", [4, 5], taken, { key: "k1" }),
      operation("cho", "book", "A1", [6, 7], taken),
    ],
    change: 3,
    otherwise: operation("cho", "book", "A1", [21, 22], taken),
    rule: "unjust-refusal",
  },
  {
    what: "a key turned away undecided, and then granted",
    story: [
      operation("ann", "book", "A1", [0, 1], refused("rate_limited"), { key: "k1" }),
      operation("ann", "book", "A1", [2, 3], booked("R1"), { key: "k1" }),
    ],
    change: 0,
    otherwise: operation("ann", "book", "A1", [0, 1], refused("invalid"), { key: "k1" }),
    rule: "key-answered-differently",
  },
  {
    what: "one key, and one booking",
    story: [annBuys, operation("ann", "book", "A1", [2, 3], booked("R1"), { key: "k1" })],
    change: 1,
    otherwise: operation("ann", "book", "A1", [2, 3], booked("R2"), { key: "k1" }),
    rule: "key-answered-differently",
  },
  {
    what: "one key, and one request",
    story: [annBuys, operation("ann", "book", "A2", [2, 3], booked("R2"), { key: "k2" })],
    change: 1,
    otherwise: operation("ann", "book", "A2", [2, 3], booked("R1"), { key: "k1" }),
    rule: "key-answered-differently",
  },
  {
    what: "a booking that is not found, because it never was",
    story: [annBuys, operation("ann", "cancel", "A1", [2, 3], refused("not_found"), { reference: "R9" })],
    change: 1,
    otherwise: operation("ann", "cancel", "A1", [2, 3], refused("not_found"), { reference: "R1" }),
    rule: "booking-lost",
  },
  {
    what: "several seats, all of them free",
    story: [annHolds, operation("bob", "book", "A2 A3", [2, 3], booked("R2"))],
    change: 1,
    otherwise: operation("bob", "book", "A2 A1", [2, 3], booked("R2")),
    rule: "hold-broken",
  },
  {
    what: "all seats of a hold, sold by its confirmation",
    story: [
      operation("ann", "hold", "A1 A2", [0, 1], held("h1", 100)),
      operation("ann", "confirm", "A1 A2", [2, 3], granted({ reference: "R1", seats: ["A1", "A2"] }), h1),
    ],
    change: 1,
    otherwise: operation("ann", "confirm", "A1 A2", [2, 3], granted({ reference: "R1", seats: ["A2"] }), h1),
    rule: "hold-broken",
  },
  {
    what: "the same seat, of another show",
    story: [annBuys, operation("bob", "book", "A1", [2, 3], booked("R2"), { show: "late" })],
    change: 1,
    otherwise: operation("bob", "book", "A1", [2, 3], booked("R2")),
    rule: "sold-twice",
  },
  {
    what: "a hold whose end is known as a span, used up to its last moment",
    story: [
      operation("ann", "hold", "A1", [0, 1], granted({ ...h1, untilMs: 90, untilAtLatestMs: 100 })),
      operation("ann", "confirm", "A1", [100, 105], booked("R1"), h1),
    ],
    change: 1,
    otherwise: operation("ann", "confirm", "A1", [101, 105], booked("R1"), h1),
    rule: "lapsed-hold-used",
  },
  {
    what: "a hold whose end is known as a span, broken from its first moment on",
    story: [
      operation("ann", "hold", "A1", [0, 1], granted({ ...h1, untilMs: 90, untilAtLatestMs: 100 })),
      operation("bob", "hold", "A1", [80, 90], held("h2", 200)),
    ],
    change: 1,
    otherwise: operation("bob", "hold", "A1", [80, 89], held("h2", 200)),
    rule: "hold-broken",
  },
  {
    what: "a hold that is granted before its own end",
    story: [operation("ann", "hold", "A1", [0, 200], held("h1", 100))],
    change: 0,
    otherwise: operation("ann", "hold", "A1", [101, 200], held("h1", 100)),
    rule: "lapsed-hold-used",
  },
  {
    what: "an acknowledged sale that the ledger has",
    story: [annBuys, operation("bob", "book", "A2", [0, 1], taken, { key: "k2" })],
    change: 0,
    otherwise: operation("ann", "book", "A2", [0, 1], booked("R1"), { key: "k1" }),
    rule: "booking-lost",
    options: {
      ledger: { bookings: [booking("ann", "A1", { key: "k1", reference: "R1" })] },
      refusalsMustBeJust: false,
    },
  },
  {
    what: "a sale of unknown outcome that the ledger has",
    story: [operation("ann", "book", "A1", [0, 1], pending, { key: "k1" })],
    change: 0,
    otherwise: operation("ann", "book", "A1", [0, 1], refused("invalid"), { key: "k1" }),
    rule: "refused-yet-booked",
    options: { ledger: { bookings: [booking("ann", "A1", { key: "k1", reference: "R1" })] } },
  },
  {
    what: "a booking that the ledger still has, after a cancellation nobody heard of",
    story: [annBuys, { ...annCancels, answeredAtMs: null, answer: null }],
    change: 1,
    otherwise: annCancels,
    rule: "ledger-disagrees",
    options: { ledger: { bookings: [booking("ann", "A1", { key: "k1", reference: "R1" })] } },
  },
];

describe("a history and its twin", () => {
  it.each(PAIRS)("$what", ({ story, change, otherwise, rule, options }) => {
    expect(rulesBroken(story, options)).toEqual([]);
    expect(rulesBroken(story.with(change, otherwise), options)).toContain(rule);
  });
});
