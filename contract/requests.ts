/** Everything a client may ask, as schemas: the same ones guard the socket, HTTP and the OpenAPI page. */
import { z } from "zod";

/** What a database can store and give back as it was: no NUL, and no half of a character. */
const storable = z
  .string()
  .refine((text) => !/\0|\p{Surrogate}/u.test(text), "a sign in it cannot be stored");
const showId = z.string().regex(/^[a-z0-9-]{1,40}$/, "1 to 40 of a-z, 0-9 and -");
const seatLabel = z.string().regex(/^[A-Z]{1,2}[1-9][0-9]{0,2}$/, 'a seat is a label such as "A1"');
/** Longer lists than any limit are still read, up to a bound, so that they are answered `too_many_seats`. */
const seats = z
  .array(seatLabel)
  .min(1, "name at least one seat")
  .max(100)
  .refine((labels) => new Set(labels).size === labels.length, "name each seat once");
const holdId = z.string().regex(/^[a-z0-9-]{1,40}\.[A-Za-z0-9_-]{16,32}$/, "as the hold was answered");
const reference = z.string().regex(/^[A-Z0-9]{4,12}$/, "as the booking was answered");
const key = storable.min(1).max(100);
const person = { name: storable.trim().min(1).max(120).optional(), email: z.email().max(200).optional() };

export const showJoin = z.object({ showId, since: z.int().min(0).optional() });
export const showLeave = z.object({ showId });
export const seatHold = z.object({
  showId,
  seats,
  /** Add the seats to this hold of yours instead of beginning a new one. */
  holdId: holdId.optional(),
});
export const holdExtend = z.object({ holdId });
export const holdRelease = z.object({ holdId, seats: seats.optional() });
export const bookingConfirm = z.object({ holdId, idempotencyKey: key, ...person });
export const bookingCancel = z.object({ reference });
export const seatBook = z.object({ showId, seats, idempotencyKey: key, ...person });

/** `POST /api/seats/book` as the article has it, and what we added. */
export const articleBook = z.object({
  seatId: seatLabel,
  userId: z.union([storable.min(1).max(100), z.number()]).optional(),
  showId: showId.optional(),
  strategy: z.string().max(40).optional(),
  idempotencyKey: key.optional(),
});

export type ShowJoin = z.infer<typeof showJoin>;
export type ShowLeave = z.infer<typeof showLeave>;
export type SeatHold = z.infer<typeof seatHold>;
export type HoldExtend = z.infer<typeof holdExtend>;
export type HoldRelease = z.infer<typeof holdRelease>;
export type BookingConfirm = z.infer<typeof bookingConfirm>;
export type BookingCancel = z.infer<typeof bookingCancel>;
export type SeatBook = z.infer<typeof seatBook>;
export type ArticleBook = z.infer<typeof articleBook>;
