/** What the checker finds, in short. */
import { type CheckOptions, checkHistory } from "#histories/check";
import type { Rule } from "#histories/finding";
import type { Operation } from "#histories/history";
import type { LedgerBooking } from "#histories/ledger";
import { historyOf } from "./history";

export function rulesBroken(operations: Operation[], options: CheckOptions = {}): Rule[] {
  const verdict = checkHistory(historyOf(...operations), options);
  return verdict.legal ? [] : verdict.findings.map(({ rule }) => rule);
}

/** A booking as the ledger has it. */
export function booking(buyer: string, seats = "A1", details: Partial<LedgerBooking> = {}): LedgerBooking {
  return { buyer, show: "demo", seats: seats.split(" "), ...details };
}
