/**
 * Finishes payments that were left half-way by a crash or an outage, and returns the money of cancelled bookings. The
 * seats decide: what was sold is paid for, whatever else was set aside goes back. Any node may do it, several at once
 * too: a payment is claimed first, and each one is tried by itself, so that one that fails is in no other's way.
 */
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { isOutage } from "#db/outages";
import { claimPayments } from "#db/queries/claim-payments";
import { recordFailedSettlement } from "#db/queries/move-payment";
import type { Payment } from "#db/queries/payment";
import type { BoxOffice } from "#server/booking/box-office";
import type { Metrics } from "#server/ops/metrics";
import type { PaymentProvider } from "./provider";
import { capturePayment, refundPayment, voidPayment } from "./settle";

export interface SettlerDeps {
  pool: pg.Pool;
  boxOffice: BoxOffice;
  provider: PaymentProvider;
  answerWithinMs: number;
  metrics: Pick<Metrics, "settlements">;
  log: FastifyBaseLogger;
}

const SETTLE_EVERY_MS = 5_000;
const AT_A_TIME = 20;

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
    running = settlePayments(deps)
      .catch((error: unknown) => {
        if (!isOutage(error)) deps.log.error({ error }, "payments could not be settled");
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, SETTLE_EVERY_MS);
      });
  }
}

/** As many as are due, some at a time. */
export async function settlePayments(deps: SettlerDeps): Promise<void> {
  let claimed: Payment[];
  do {
    claimed = await claimPayments(deps.pool, AT_A_TIME);
    const settled = await Promise.allSettled(claimed.map((payment) => settleOne(deps, payment)));
    for (const one of settled) if (one.status === "rejected") throw one.reason;
  } while (claimed.length === AT_A_TIME);
}

async function settleOne(deps: SettlerDeps, payment: Payment): Promise<void> {
  const { log, metrics, pool } = deps;
  const about = { payment: payment.id, status: payment.status };
  try {
    await settle(deps, payment);
    metrics.settlements.inc({ result: "done" });
    log.info(about, "a payment was settled");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    metrics.settlements.inc({ result: "failed" });
    log.warn({ ...about, reason }, "a payment could not be settled and is tried again later");
    await recordFailedSettlement(pool, payment, reason);
  }
}

async function settle(deps: SettlerDeps, payment: Payment): Promise<void> {
  if (payment.status === "refunding") return refundPayment(deps, payment);
  if (payment.status === "voiding") return voidPayment(deps, payment);
  const sold = await deps.boxOffice.endSale(payment);
  // Nothing is sold before the approval is written down: a booking of this key beside it was not this money's.
  if (sold && payment.status === "authorised") await capturePayment(deps, payment, sold.total);
  else await voidPayment(deps, payment);
}
