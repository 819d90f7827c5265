/** The HTTP door of the box office: the same counter, the same schemas, the same refusals as the socket. */
import { z } from "zod";
import * as schemas from "#contract/requests";
import type { BoxOffice } from "#server/booking/box-office";
import { sendDecision } from "./answers";
import { type Route, route } from "./route";

const hold = z.object({
  id: z.string(),
  showId: z.string(),
  seats: z.array(z.string()),
  expiresAt: z.int(),
  extendable: z.boolean(),
});
const booking = z.object({
  reference: z.string(),
  showId: z.string(),
  seats: z.array(z.string()),
  total: z.int(),
});
const details = booking.extend({
  createdAt: z.number(),
  cancelledAt: z.number().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});
const ok = z.literal(true);
const holdAnswer = z.object({ ok, hold, serverNow: z.int() });
export const bookingAnswer = z.object({ ok, booking });

export function bookingRoutes({ boxOffice }: { boxOffice: BoxOffice }): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/holds",
      summary: "Hold seats, all or nothing; with holdId, add them to that hold",
      request: schemas.seatHold,
      answer: holdAnswer,
      refusals: [404, 409, 410],
      writes: true,
      handle: async (asked, { customer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.hold({ ...asked, customer })),
    }),
    route({
      method: "POST",
      path: "/api/holds/{holdId}/extend",
      summary: "Let a hold last longer, up to the longest a hold may last",
      request: schemas.holdExtend,
      answer: holdAnswer,
      refusals: [403, 404, 410],
      writes: true,
      handle: async (asked, { customer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.extend({ ...asked, customer })),
    }),
    route({
      method: "DELETE",
      path: "/api/holds/{holdId}",
      summary: "Let go of a hold, or of some of its seats (seats=A1,A2)",
      request: z.object({
        ...schemas.holdExtend.shape,
        seats: z
          .string()
          .transform((list) => list.split(","))
          .pipe(schemas.seatHold.shape.seats)
          .optional(),
      }),
      query: ["seats"],
      answer: z.object({ ok, hold: hold.nullable(), serverNow: z.int() }),
      refusals: [403, 404, 410],
      writes: true,
      handle: async (asked, { customer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.release({ ...asked, customer })),
    }),
    route({
      method: "POST",
      path: "/api/holds/{holdId}/confirm",
      summary: "Buy what is held; the same idempotencyKey always answers the same booking",
      request: schemas.bookingConfirm,
      answer: bookingAnswer,
      refusals: [403, 404, 409, 410],
      writes: true,
      handle: async (asked, { customer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.confirm({ ...asked, customer })),
    }),
    {
      method: "GET",
      path: "/api/bookings",
      summary: "The visitor's own bookings, newest first",
      answer: z.object({ ok, bookings: z.array(details) }),
      handle: async ({ customer }) => ({ ok: true, bookings: await boxOffice.bookingsOf(customer) }),
    },
    route({
      method: "GET",
      path: "/api/bookings/{reference}",
      summary: "One of the visitor's own bookings",
      request: schemas.bookingCancel,
      answer: z.object({ ok, booking: details }),
      refusals: [403, 404],
      handle: async (asked, { customer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.booking({ ...asked, customer })),
    }),
    route({
      method: "POST",
      path: "/api/bookings/{reference}/cancel",
      summary: "Give the seats of a booking back",
      request: schemas.bookingCancel,
      answer: z.object({ ok, booking: details }),
      refusals: [403, 404],
      writes: true,
      handle: async (asked, { customer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.cancel({ ...asked, customer })),
    }),
  ];
}
