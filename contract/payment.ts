/** Paying for what is held: `POST /api/holds/{holdId}/pay`. */
import { z } from "zod";
import { bookingConfirm } from "./requests";

export const holdPay = z.object({
  holdId: bookingConfirm.shape.holdId,
  /** Kept for the attempt: repeating it can neither pay nor book twice. */
  idempotencyKey: bookingConfirm.shape.idempotencyKey,
  name: bookingConfirm.shape.name.unwrap(),
  email: bookingConfirm.shape.email.unwrap(),
  card: z.object({
    number: z.string().regex(/^\d{12,19}$/, "digits only"),
    expiry: z.string().regex(/^(0[1-9]|1[0-2])\/\d\d$/, "MM/YY"),
    cvc: z.string().regex(/^\d{3,4}$/, "three or four digits"),
  }),
});

export type HoldPay = z.infer<typeof holdPay>;
export type Card = HoldPay["card"];
