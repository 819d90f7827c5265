/** Keys, repetitions and what nobody knows. */
import { BOX_OFFICE, type Mutant, TRANSITIONS } from "./mutant";

export const KEY_MUTANTS: Mutant[] = [
  {
    name: "key-ignored",
    breaks: "a sale does not look whether its key has a booking",
    edits: [
      {
        file: "db/transitions/keys.ts",
        find: "b.idempotency_key = r.key LIMIT 1) b;",
        replace: "b.idempotency_key = r.key AND false LIMIT 1) b;",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "refusal-does-not-close-its-key",
    breaks: "a refused sale does not close its key",
    edits: [
      {
        file: "db/transitions/keys.ts",
        find: "WHERE f.refusal IS NOT NULL AND r.request <> ALL (used)",
        replace: "WHERE false AND r.request <> ALL (used)",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "key-of-anyone",
    breaks: "a key answers the booking that another buyer made under the same key",
    edits: [
      {
        file: "db/transitions/keys.ts",
        find: "b.show_id = p_show AND b.buyer = r.buyer AND b.idempotency_key = r.key LIMIT 1",
        replace: "b.show_id = p_show AND b.idempotency_key = r.key LIMIT 1",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "refused-key-of-anyone",
    breaks: "a key is refused because another buyer was refused under the same key",
    edits: [
      {
        file: "db/transitions/keys.ts",
        find: `JOIN refused_keys k ON k.show_id = p_show AND k.buyer = r.buyer AND k.idempotency_key = r.key;
  END IF;`,
        replace: `JOIN refused_keys k ON k.show_id = p_show AND k.idempotency_key = r.key;
  END IF;`,
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "key-for-another-request",
    breaks: "a key answers its booking to another request",
    edits: [
      {
        file: "db/transitions/keys.ts",
        find: "json_build_array(r.request, b.request_hash = r.hash, b.reference",
        replace: "json_build_array(r.request, true, b.reference",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "refused-key-sells-one",
    breaks: "a refused key sells a single seat",
    edits: [
      { file: "db/transitions/sell-seat.ts", find: "IF v_has_refused_keys THEN", replace: "IF false THEN" },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "refused-key-sells-several",
    breaks: "a refused key sells several seats",
    edits: [
      { file: "db/transitions/sell-seats.ts", find: "IF v_has_refused_keys THEN", replace: "IF false THEN" },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "repetition-refused-by-the-guard",
    breaks: "a sale that is repeated while it is under way is refused for good by a guard",
    edits: [
      {
        file: "server/booking/sell.ts",
        find: 'if (guarded.state === "refused" && !guarded.mayRepeat) {',
        replace: 'if (guarded.state === "refused") {',
      },
    ],
    tests: ["server/booking/lost-guard.test.ts"],
  },
  {
    name: "pending-is-final",
    breaks: "a sale of which nobody knows is answered as one that was not made",
    edits: [
      {
        file: "server/booking/box-office.ts",
        find: 'refused(unknown && sale ? "pending" : "unavailable")',
        replace: 'refused(unknown && sale ? "hold_expired" : "unavailable")',
      },
    ],
    tests: ["server/fault-tests/lost-replies.test.ts"],
  },
  {
    name: "lost-reply-not-repeated",
    breaks: "a statement whose reply was lost is not asked again",
    edits: [
      {
        file: "db/outages.ts",
        find: "const REPEAT_AFTER_MS = [50, 400];",
        replace: "const REPEAT_AFTER_MS: number[] = [];",
      },
    ],
    tests: ["server/fault-tests/lost-replies.test.ts"],
  },
  {
    name: "woken-node-goes-on",
    breaks: "a node that stood still sells to whom it has told that nobody knows",
    edits: [
      {
        file: "server/booking/sell.ts",
        find: "if (performance.now() - askedAtMs > STOOD_STILL_MS) {",
        replace: "if (Number.isNaN(STOOD_STILL_MS)) {",
      },
    ],
    tests: ["server/fault-tests/stood-still.test.ts"],
  },
  {
    name: "deadline-not-sent",
    breaks: "a statement may be carried out however late it comes",
    edits: [
      {
        file: "server/booking/ask-shows.ts",
        find: "clock.isSet() ? clock.nowMs() + DECIDE_WITHIN_MS : null",
        replace: "clock.isSet() ? null : null",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "late-request-stays-queued",
    breaks: "a request is carried out after its buyer was told that nothing was done",
    edits: [
      {
        file: "server/booking/group-commit.ts",
        find: "entry.reject(new PostgresUnavailable(false));\n        return false;",
        replace: "entry.reject(new PostgresUnavailable(false));\n        return true;",
      },
    ],
    tests: ["server/booking/group-commit.test.ts"],
  },
];
