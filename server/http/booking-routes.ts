/** The HTTP door of the box office: the same counter, the same schemas, the same refusals as the socket. */
import { z } from "zod";
import { bookingDetailsSchema, bookingSchema, holdSchema } from "#contract/answers";
import * as schemas from "#contract/requests";
import type { PublicBoxOffice } from "#server/access/public-box-office";
import { sendDecision } from "./answers";
import { type Route, route } from "./route";

const ok = z.literal(true);
const holdAnswer = z.object({ ok, hold: holdSchema, serverNow: z.int() });
export const bookingAnswer = z.object({ ok, booking: bookingSchema });

export function bookingRoutes({ boxOffice }: { boxOffice: PublicBoxOffice }): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/holds",
      summary: "Hold seats, all or nothing; with holdId, add them to that hold",
      request: schemas.seatHold,
      answer: holdAnswer,
      refusals: [404, 409, 410],
      writes: true,
      handle: async (asked, { buyer, address, language }, reply) =>
        sendDecision(reply, language, await boxOffice.hold({ ...asked, buyer, address })),
    }),
    route({
      method: "POST",
      path: "/api/holds/{holdId}/extend",
      summary: "Let a hold last longer, up to the longest a hold may last",
      request: schemas.holdExtend,
      answer: holdAnswer,
      refusals: [403, 404, 410],
      writes: true,
      handle: async (asked, { buyer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.extend({ ...asked, buyer })),
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
      answer: z.object({ ok, hold: holdSchema.nullable(), serverNow: z.int() }),
      refusals: [403, 404, 409, 410],
      writes: true,
      handle: async (asked, { buyer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.release({ ...asked, buyer })),
    }),
    {
      method: "GET",
      path: "/api/bookings",
      summary: "The buyer's own bookings, newest first",
      answer: z.object({ ok, bookings: z.array(bookingDetailsSchema) }),
      handle: async ({ buyer }) => ({ ok: true, bookings: await boxOffice.bookingsOf(buyer) }),
    },
    route({
      method: "GET",
      path: "/api/bookings/{reference}",
      summary: "One of the buyer's own bookings",
      request: schemas.bookingCancel,
      answer: z.object({ ok, booking: bookingDetailsSchema }),
      refusals: [403, 404],
      handle: async (asked, { buyer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.booking({ ...asked, buyer })),
    }),
    route({
      method: "POST",
      path: "/api/bookings/{reference}/cancel",
      summary: "Give the seats of a booking back",
      request: schemas.bookingCancel,
      answer: z.object({ ok, booking: bookingDetailsSchema }),
      refusals: [403, 404],
      writes: true,
      handle: async (asked, { buyer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.cancel({ ...asked, buyer })),
    }),
  ];
}
