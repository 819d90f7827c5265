/**
 * Does some order of the operations explain every answer? Each seat is judged by itself: available, held until
 * some moment, or booked; every operation happens at one instant between question and answer; an unknown outcome
 * happened at any time after it was asked, or never; and a hold lapses from its moment on.
 *
 * An operation over several seats is taken apart into one for each. What is proved is therefore that each seat
 * had an order of its own: no seat was had by two at a time, no hold was broken, no refusal was unfounded, and no
 * acknowledgement was lost. What is not proved is that there was one order for all seats, or that several seats
 * were granted or refused at the same instant. A refusal that does not say which of its seats it is about has to
 * be explained by one of them, and two such refusals each by itself.
 */
import { checkKeys } from "./check-keys";
import { checkLedger } from "./check-ledger";
import { checkOwners } from "./check-owners";
import type { Finding } from "./finding";
import type { History } from "./history";
import { judgeRefusals } from "./judge-refusals";
import { judgeSeat } from "./judge-seat";
import { type Ledger, type LedgerBooking, ownersOf, seatIdOf } from "./ledger";
import { project } from "./project";

export type Verdict = { legal: true } | { legal: false; findings: Finding[] };

export interface CheckOptions {
  /** What the database says in the end, if not the history itself. Without it answers are only held against each other. */
  ledger?: Ledger | undefined;
  /** How far the recorder's idea of a hold's end may be from the truth, either way. */
  lapseToleranceMs?: number | undefined;
  /** Whether `seat_taken` needs the seat to have been another's: a guard may refuse a free seat for a moment. */
  refusalsMustBeJust?: boolean | undefined;
}

export function checkHistory(history: History, options: CheckOptions = {}): Verdict {
  const { ledger = history.ledger, lapseToleranceMs: toleranceMs = 0, refusalsMustBeJust = true } = options;
  const written = ledger ? checkLedger(history, ledger) : [];
  const ownerOf = finalOwners(ledger, written);
  const { seats, oneOf } = project(history, { ledger, toleranceMs, refusalsMustBeJust });
  const judged = seats.map((seat) => {
    const order = { toleranceMs, owner: ownerOf(seat.show, seat.seat) };
    return { ...seat, order, finding: judgeSeat(seat, order) };
  });
  const findings = [
    ...checkKeys(history),
    ...checkOwners(history),
    ...written,
    ...judged.flatMap(({ finding }) => finding ?? []),
    ...judgeRefusals(oneOf, judged),
  ];
  return findings.length === 0 ? { legal: true } : { legal: false, findings };
}

/** Whom each seat must end with; nothing is asked of seats about which the ledger was found wrong already. */
function finalOwners(ledger: Ledger | undefined, found: Finding[]) {
  const owners = ledger && ownersOf(ledger);
  const wrong = new Set<string>();
  for (const { show, seat, operations } of found) {
    for (const one of [seat, ...operations.flatMap(({ seats }) => seats)]) wrong.add(seatIdOf(show, one));
  }
  return (show: string, seat: string): LedgerBooking | null | undefined => {
    const id = seatIdOf(show, seat);
    return owners && !wrong.has(id) ? (owners.get(id)?.bookings[0] ?? null) : undefined;
  };
}
