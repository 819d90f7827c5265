/** Selling, cancelling, putting the demo show back. */
import { BOX_OFFICE, type Mutant, TRANSITIONS } from "./mutant";

export const SALE_MUTANTS: Mutant[] = [
  {
    name: "hold-id-unchecked-in-a-sale",
    breaks: "a confirmation sells seats that are held under another hold",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: "ELSE s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence AND s.hold_until > v_now END\n        RETURNING",
        replace:
          "ELSE s.status = 'held' AND s.fence = w.fence AND s.hold_until > v_now END\n        RETURNING",
      },
      {
        file: "db/transitions/sell-seats.ts",
        find: "THEN s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence AND s.hold_until > v_now",
        replace: "THEN s.status = 'held' AND s.fence = w.fence AND s.hold_until > v_now",
      },
      {
        file: "db/transitions/sell-seat.ts",
        find: "AND s.status = 'held' AND s.hold_id = r_hold AND s.fence = r_fence AND s.hold_until > v_now",
        replace: "AND s.status = 'held' AND s.fence = r_fence AND s.hold_until > v_now",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "lapsed-hold-is-sold",
    breaks: "a confirmation sells a hold after its end",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: "ELSE s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence AND s.hold_until > v_now END\n        RETURNING",
        replace: "ELSE s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence END\n        RETURNING",
      },
      {
        file: "db/transitions/sell-seat.ts",
        find: "AND s.status = 'held' AND s.hold_id = r_hold AND s.fence = r_fence AND s.hold_until > v_now",
        replace: "AND s.status = 'held' AND s.hold_id = r_hold AND s.fence = r_fence",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sale-ignores-fence",
    breaks: "a confirmation sells seats whose fence has moved on",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: `ELSE s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence AND s.hold_until > v_now END
        RETURNING`,
        replace: `ELSE s.status = 'held' AND s.hold_id = w.hold AND s.hold_until > v_now END
        RETURNING`,
      },
      {
        file: "db/transitions/sell-seats.ts",
        find: "THEN s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence AND s.hold_until > v_now",
        replace: "THEN s.status = 'held' AND s.hold_id = w.hold AND s.hold_until > v_now",
      },
      {
        file: "db/transitions/sell-seat.ts",
        find: "AND s.hold_id = r_hold AND s.fence = r_fence AND s.hold_until > v_now",
        replace: "AND s.hold_id = r_hold AND s.hold_until > v_now",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sale-of-some",
    breaks: "a confirmation sells the seats it still has, and leaves the others",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: "IF cardinality(changed) IS DISTINCT FROM cardinality(w_seats) THEN",
        replace: "IF changed IS NULL THEN",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "one-shot-sells-live-holds",
    breaks: "a one-shot booking sells seats that others hold",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: "CROSS JOIN LATERAL (SELECT s.status = 'available' OR (s.status = 'held' AND s.hold_until <= v_now) AS free) f",
        replace: "CROSS JOIN LATERAL (SELECT s.status IN ('available', 'held') AS free) f",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "one-shot-sells-live-holds-at-once",
    breaks: "several seats are sold in one shot although others hold them",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: `CASE WHEN w.hold IS NULL THEN s.status = 'available'
`,
        replace: `CASE WHEN w.hold IS NULL THEN s.status IN ('available', 'held')
`,
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "one-shot-sells-a-live-hold",
    breaks: "one seat is sold in one shot although another holds it",
    edits: [
      {
        file: "db/transitions/sell-seat.ts",
        find: `AND s.seat = r_seat AND s.status = 'available'
`,
        replace: `AND s.seat = r_seat AND s.status IN ('available', 'held')
`,
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "one-shot-keeps-fence",
    breaks: "a one-shot booking does not raise the seat's fence",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: "fence = s.fence + CASE WHEN w.hold IS NULL THEN 1 ELSE 0 END, hold_id = NULL",
        replace: "fence = s.fence, hold_id = NULL",
      },
      {
        file: "db/transitions/sell-seat.ts",
        find: "held_by = r_buyer, fence = s.fence + 1",
        replace: "held_by = r_buyer, fence = s.fence",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sale-of-a-begun-show",
    breaks: "free seats of a show that has begun are sold",
    edits: [
      {
        file: "db/transitions/sell-seats.ts",
        find: `IF NOT v_begun THEN
    BEGIN`,
        replace: `IF true THEN
    BEGIN`,
      },
      {
        file: "db/transitions/sell-seat.ts",
        find: `EXIT simply_sold WHEN v_begun;
`,
        replace: "",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sale-to-a-stranger",
    breaks: "whoever names a hold may confirm it",
    edits: [
      {
        file: "server/booking/sell.ts",
        find: 'if (hold.buyer !== buyer) return refused("not_yours");',
        replace: "",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "without-the-row-lock",
    breaks: "a transition does not take its show's row first",
    edits: [
      {
        file: "db/transitions/show-function.ts",
        find: "v_has_refused_keys\n  FROM shows s WHERE s.show_id = p_show FOR NO KEY UPDATE;",
        replace: "v_has_refused_keys\n  FROM shows s WHERE s.show_id = p_show;",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "time-before-the-wait",
    breaks: "the time that decides is that of before the wait for the show's row",
    edits: [
      {
        file: "db/transitions/show-function.ts",
        find: "  v_now := clock_timestamp();\n  v_begun",
        replace: "  v_now := statement_timestamp();\n  v_begun",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "deadline-ignored",
    breaks: "a call that comes too late is carried out",
    edits: [
      {
        file: "db/transitions/show-function.ts",
        find: "IF extract(epoch FROM v_now) * 1000 > p_deadline_ms THEN",
        replace: "IF false THEN",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "unique-index-dropped",
    breaks: "the database takes a second sale of a seat",
    edits: [
      {
        file: "db/migrations/0000_box-office.sql",
        find: 'CREATE UNIQUE INDEX "booking_seats_sold_once"',
        replace: 'CREATE INDEX "booking_seats_sold_once"',
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "anyone-cancels",
    breaks: "a booking is cancelled for whoever asks",
    edits: [
      {
        file: "db/transitions/cancel-booking.ts",
        find: "WHEN v_owner <> p_buyer THEN 'not_yours'",
        replace: "WHEN false THEN 'not_yours'",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "cancel-frees-anothers-seat",
    breaks: "cancelling once more frees the seat that another has by now",
    edits: [
      {
        file: "db/transitions/cancel-booking.ts",
        find: "IF verdict = 'cancelled' AND NOT v_cancelled THEN",
        replace: "IF verdict = 'cancelled' THEN",
      },
      {
        file: "db/transitions/cancel-booking.ts",
        find: "AND s.status = 'booked' AND s.booking_reference = p_reference",
        replace: "AND s.status <> 'available'",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "cancel-after-the-start",
    breaks: "a booking is cancelled although its show has begun",
    edits: [
      {
        file: "db/transitions/cancel-booking.ts",
        find: "WHEN NOT v_cancelled AND v_begun THEN 'begun'",
        replace: "WHEN v_owner = '' THEN 'begun'",
      },
    ],
    tests: ["server/booking/begun-show.test.ts"],
  },
  {
    name: "cancel-leaves-the-sale",
    breaks: "the sale of a cancelled seat is not closed",
    edits: [
      {
        file: "db/transitions/cancel-booking.ts",
        find: "WHERE x.show_id = p_show AND x.reference = p_reference AND x.released_at IS NULL;",
        replace: "WHERE x.show_id = p_show AND x.reference = p_reference AND x.released_at IS NOT NULL;",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "cancel-owes-nothing",
    breaks: "what was paid for a cancelled booking is not owed back",
    edits: [
      {
        file: "db/transitions/cancel-booking.ts",
        find: "AND p.idempotency_key = v_key AND p.status = 'captured';",
        replace: "AND p.idempotency_key = v_key AND p.status = 'voided';",
      },
    ],
    tests: ["server/payment/pay.test.ts"],
  },
  {
    name: "reset-keeps-keys",
    breaks: "a show that is put back keeps the keys it refused",
    edits: [
      {
        file: "db/transitions/reset-show.ts",
        find: "DELETE FROM refused_keys k WHERE k.show_id = p_show;",
        replace: "DELETE FROM refused_keys k WHERE k.show_id = p_show AND k.buyer = '';",
      },
    ],
    tests: ["server/booking/reset.test.ts", TRANSITIONS],
  },
];
