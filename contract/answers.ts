/** What a buyer has, as every door answers it: a hold, a booking. The schemas describe the API and what nodes tell each other. */
import { z } from "zod";

export const holdSchema = z.object({
  id: z.string(),
  showId: z.string(),
  seats: z.array(z.string()),
  /** Epoch milliseconds on the server's clock; compare with `serverNow` of the same answer. */
  expiresAt: z.int(),
  /** False once the hold has reached the longest time a hold may last. */
  extendable: z.boolean(),
});

export const bookingSchema = z.object({
  reference: z.string(),
  showId: z.string(),
  seats: z.array(z.string()),
  /** Whole VND. */
  total: z.int(),
});

/** A booking as its owner sees it later. */
export const bookingDetailsSchema = bookingSchema.extend({
  createdAt: z.number(),
  cancelledAt: z.number().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});

/** The latest attempt to pay for a hold, as its owner may know it. */
export const paymentStateSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("under_way") }),
  z.object({ state: z.literal("sold"), booking: bookingSchema }),
  z.object({ state: z.literal("declined") }),
  /** The hold ended or changed before the money could be taken: it was given back. */
  z.object({ state: z.literal("not_sold") }),
]);

/** A hold as it stands, null once it is over, and what became of paying for it. */
export const holdStateSchema = z.object({
  hold: holdSchema.nullable(),
  payment: paymentStateSchema.nullable(),
  serverNow: z.int(),
});

export type Hold = z.infer<typeof holdSchema>;
export type PaymentState = z.infer<typeof paymentStateSchema>;
export type HoldState = z.infer<typeof holdStateSchema>;
export type Booking = z.infer<typeof bookingSchema>;
export type BookingDetails = z.infer<typeof bookingDetailsSchema>;
