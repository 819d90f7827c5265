/**
 * Finishes payments that were left half-way by a crash or an outage, and returns the money of cancelled
 * bookings. Any node may do it, several at once too: every step is taken from a named state and may be repeated.
 */
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { findUnsettledPayments } from "#db/queries/find-unsettled-payments";
import { isOutage } from "#server/booking/outages";
import { capturePayment, refundPayment, voidPayment } from "./pay";
import type { PaymentProvider } from "./provider";

export interface SettlerDeps {
  pool: pg.Pool;
  provider: PaymentProvider;
  log: FastifyBaseLogger;
}

const SETTLE_EVERY_MS = 5_000;
/** Longer than any provider takes to answer: whoever began the attempt is no longer at it. */
const QUIET_MS = 60_000;

export function startSettler(deps: SettlerDeps): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, SETTLE_EVERY_MS);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };

  function tick(): void {
    running = settlePayments(deps, QUIET_MS)
      .catch((error: unknown) => {
        if (!isOutage(error)) deps.log.error({ error }, "payments could not be settled");
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, SETTLE_EVERY_MS);
      });
  }
}

export async function settlePayments(deps: SettlerDeps, quietMs: number): Promise<void> {
  for (const payment of await findUnsettledPayments(deps.pool, quietMs)) {
    deps.log.info({ payment: payment.id, due: payment.due }, "settling a payment");
    if (payment.due === "capture") await capturePayment(deps, payment, payment.total);
    if (payment.due === "void") await voidPayment(deps, payment);
    if (payment.due === "refund") await refundPayment(deps, payment);
  }
}
