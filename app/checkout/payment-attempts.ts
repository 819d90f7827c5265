/**
 * One attempt to pay, from the press to an answer that settles it. The key belongs to the attempt: it is sent
 * again with every repetition, and given up only when the server has said how the attempt ended.
 */
import type { Booking, Refusal } from "#contract/outcomes";
import type { HoldPay } from "#contract/payment";
import { post } from "../lib/network/http";

/** Pauses before asking again by ourselves; after that the buyer decides. */
const REPEAT_AFTER_MS = [1_000, 3_000];

type PaymentResult =
  | { kind: "sold"; booking: Booking }
  | { kind: "refused"; refusal: Refusal }
  /** No answer, or one that says "not known yet": the next call goes on with the same attempt. */
  | { kind: "unknown" };

export class PaymentAttempts {
  #key: string | undefined;

  /** True while an earlier attempt has no known end. */
  get hasOpenAttempt(): boolean {
    return this.#key !== undefined;
  }

  async pay(order: Omit<HoldPay, "idempotencyKey">, onRepeat: () => void): Promise<PaymentResult> {
    this.#key ??= newIdempotencyKey();
    const { holdId, ...body } = order;
    const path = `/api/holds/${encodeURIComponent(holdId)}/pay`;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await post<{ booking: Booking }>(path, { ...body, idempotencyKey: this.#key });
      if (outcome !== "lost" && outcome.ok) {
        this.#key = undefined;
        return { kind: "sold", booking: outcome.booking };
      }
      if (outcome !== "lost" && isFinal(outcome)) {
        this.#key = undefined;
        return { kind: "refused", refusal: outcome };
      }
      const pauseMs = REPEAT_AFTER_MS[attempt];
      if (pauseMs === undefined) return { kind: "unknown" };
      onRepeat();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function isFinal({ code }: Refusal): boolean {
  return code !== "pending" && code !== "unavailable" && code !== "rate_limited";
}

/** `crypto.randomUUID` would ask for a secure context, which http on a local network is not. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
