/** Holding, extending, letting go, lapsing. */
import { BOX_OFFICE, type Mutant, TRANSITIONS } from "./mutant";

export const HOLD_MUTANTS: Mutant[] = [
  {
    name: "hold-takes-live-holds",
    breaks: "a hold takes seats that are held by others",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "s.status = 'available' OR (s.status = 'held' AND s.hold_until <= v_now) AS free",
        replace: "s.status <> 'booked' AS free",
      },
      {
        file: "db/transitions/hold-seats.ts",
        find: "AND (s.status = 'available' OR (s.status = 'held' AND s.hold_until <= v_now));",
        replace: ";",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "hold-takes-some",
    breaks: "a hold of several seats is granted although one of them is taken",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "bool_or(NOT w.free AND NOT w.mine) AS lost",
        replace: "bool_and(NOT w.free AND NOT w.mine) AS lost",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "hold-keeps-fence",
    breaks: "a hold does not raise the fence of its seats",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: `array_agg(g.seat) AS seats, array_agg(g.fence + 1) AS fences
                     FROM granted g`,
        replace: `array_agg(g.seat) AS seats, array_agg(g.fence) AS fences
                     FROM granted g`,
      },
      {
        file: "db/transitions/hold-seats.ts",
        find: "array_agg(g.fence + 1) AS fences, array_agg(g.hold_id) AS holds",
        replace: "array_agg(g.fence) AS fences, array_agg(g.hold_id) AS holds",
      },
      {
        file: "db/transitions/hold-seats.ts",
        find: "AND s.fence = g.fence - 1",
        replace: "AND s.fence = g.fence",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "hold-without-limit",
    breaks: "a buyer may hold any number of seats",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "> max_seats THEN 'too_many'",
        replace: "> 1000000 THEN 'too_many'",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "hold-joins-anothers",
    breaks: "of two requests in one statement, one joins the hold of the other",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "LEFT JOIN live l ON l.held_by = r.buyer AND l.hold_id",
        replace: "LEFT JOIN live l ON l.hold_id",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "hold-joins-lapsed",
    breaks: "seats join a hold that has lapsed",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "s.status = 'held' AND s.hold_until > v_now AND s.held_by = ANY (r_buyer)",
        replace: "s.status = 'held' AND s.held_by = ANY (r_buyer)",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "hold-begins-anew",
    breaks: "what joins a hold may be kept for the longest time from then on",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "coalesce(l.held_since, v_now) AS held_since",
        replace: "v_now AS held_since",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "hold-of-a-begun-show",
    breaks: "free seats of a show that has begun are held",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "WHEN a.fresh > 0 AND v_begun THEN 'begun'",
        replace: "WHEN a.fresh < 0 THEN 'begun'",
      },
    ],
    tests: ["server/booking/sale-of-begun-show.test.ts"],
  },
  {
    name: "hold-of-another-is-found",
    breaks: "whoever names a hold may extend it and let it go",
    edits: [
      {
        file: "server/booking/change-hold.ts",
        find: 'if (found.buyer !== order.buyer) return refused("not_yours");',
        replace: "",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "extend-after-lapse",
    breaks: "a hold is extended after its end",
    edits: [
      {
        file: "db/transitions/extend-holds.ts",
        find: "AND s.fence = w.fence AND s.hold_until > v_now);",
        replace: "AND s.fence = w.fence);",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "extend-ignores-fence",
    breaks: "a hold is extended whose seats have moved on",
    edits: [
      {
        file: "db/transitions/extend-holds.ts",
        find: "s.hold_id = w.hold_id AND s.fence = w.fence AND s.hold_until > v_now);",
        replace: "s.hold_id = w.hold_id AND s.hold_until > v_now);",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "extend-ignores-hold",
    breaks: "a hold is extended for whoever knows its seats and fences",
    edits: [
      {
        file: "db/transitions/extend-holds.ts",
        find: "s.status = 'held' AND s.hold_id = w.hold_id AND",
        replace: "s.status = 'held' AND",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "extend-some",
    breaks: "of a hold with a seat that is gone, the others are extended",
    edits: [
      {
        file: "db/transitions/extend-holds.ts",
        find: "SELECT coalesce(array_agg(w.request), '{}') INTO lost",
        replace: "SELECT coalesce((array_agg(w.request))[2:], '{}') INTO lost",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "extend-for-ever",
    breaks: "a hold may be extended without end",
    edits: [
      {
        file: "db/transitions/extend-holds.ts",
        find: `least(v_now + ttl_ms * interval '1 millisecond',
                                                s.held_since + max_ms * interval '1 millisecond')`,
        replace: "(v_now + ttl_ms * interval '1 millisecond')",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "extend-shortens",
    breaks: "an extension may move the end of a hold forward",
    edits: [
      {
        file: "db/transitions/extend-holds.ts",
        find: "array_agg(greatest(s.hold_until, least(",
        replace: "array_agg(greatest('-infinity', least(",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "release-ignores-fence",
    breaks: "letting go writes to seats whose fence has moved on",
    edits: [
      {
        file: "db/transitions/release-seats.ts",
        find: "AND s.hold_id = w.hold_id AND s.fence = w.fence",
        replace: "AND s.hold_id = w.hold_id",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "release-ignores-hold",
    breaks: "letting go frees seats that are held under another hold",
    edits: [
      {
        file: "db/transitions/release-seats.ts",
        find: "AND s.status = 'held' AND s.hold_id = w.hold_id AND s.fence = w.fence",
        replace: "AND s.status = 'held' AND s.fence = w.fence",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sweep-without-condition",
    breaks: "the sweep ends holds before their time",
    edits: [
      {
        file: "db/transitions/lapse-holds.ts",
        find: "s.status = 'held' AND s.hold_until <= v_now",
        replace: "s.status = 'held'",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sweep-forgets-the-rest",
    breaks: "after a sweep nobody knows when the next hold ends",
    edits: [
      {
        file: "db/transitions/lapse-holds.ts",
        find: "SELECT min(s.hold_until) INTO v_next",
        replace: "SELECT NULL INTO v_next",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sweep-never-due",
    breaks: "a hold does not say when it ends, and no sweep finds it",
    edits: [
      {
        file: "db/transitions/hold-seats.ts",
        find: "least(s.next_lapse, (SELECT",
        replace: "nullif(s.next_lapse, (SELECT",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "lapsed-hold-stands",
    breaks: "a lapsed hold is answered as one that stands",
    edits: [
      {
        file: "db/queries/find-holds.ts",
        find: "s.status = 'held' AND s.hold_until > clock_timestamp()",
        replace: "s.status = 'held'",
      },
    ],
    tests: [BOX_OFFICE],
  },
];
