/**
 * The few operations of an illegal history that no order explains, to be shown to people. What buyers were told
 * convinces more than what a database has, so a contradiction among the answers goes before one with the ledger.
 */
import { type CheckOptions, checkHistory } from "./check";
import type { Finding } from "./finding";
import type { History } from "./history";
import { shrinkHistory } from "./shrink";

export interface Counterexample {
  finding: Finding;
  /** A history by itself, illegal for the same reason; with what the ledger has of the seat if that is part of it. */
  history: History;
}

export function findCounterexample(history: History, options: CheckOptions = {}): Counterexample | undefined {
  const { ledger = history.ledger, ...others } = options;
  const { ledger: _, ...told } = history;
  const among = checkHistory(told, others);
  if (!among.legal) return shrunk(told, among.findings, others);
  if (!ledger) return undefined;
  const written = checkHistory(told, { ...others, ledger });
  return written.legal ? undefined : shrunk(told, written.findings, { ...others, ledger });
}

function shrunk(history: History, findings: Finding[], options: CheckOptions): Counterexample | undefined {
  const [finding] = findings.toSorted((one, other) => firstAnswer(one) - firstAnswer(other));
  if (!finding) return undefined;
  const few = shrinkHistory(history, finding, options);
  const { show, seat } = finding;
  const bookings = options.ledger?.bookings.filter((one) => one.show === show && one.seats.includes(seat));
  return { finding, history: bookings ? { ...few, ledger: { bookings } } : few };
}

function firstAnswer({ operations: [blamed] }: Finding): number {
  return blamed?.answeredAtMs ?? Number.POSITIVE_INFINITY;
}
