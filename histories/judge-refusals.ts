/**
 * Refusals that leave open which of their seats they are about: one of them must explain it. They change no
 * seat, so they are tried on top of what is explained already, first all of a seat's together, and then one by
 * one those that no seat could explain so.
 */
import { describeOperation, type Finding, ruleOfTelling } from "./finding";
import { findOrder, type OrderOptions } from "./order";
import type { SeatHistory, SeatOperation } from "./project";

export interface JudgedSeat extends SeatHistory {
  order: OrderOptions;
  finding: Finding | undefined;
}

export function judgeRefusals(refusals: SeatOperation[][], seats: JudgedSeat[]): Finding[] {
  let open = refusals;
  for (const seat of seats) {
    const here = open.flatMap((refusal) => refusal.filter((told) => isAt(told, seat)));
    // A seat that is wrong without them says nothing about them.
    if (here.length > 0 && (seat.finding || explains(seat, here))) {
      open = open.filter((refusal) => !refusal.some((told) => isAt(told, seat)));
    }
  }
  return open
    .filter(
      (refusal) => !seats.some((seat) => refusal.some((told) => isAt(told, seat) && explains(seat, [told]))),
    )
    .flatMap((refusal) => refusal.slice(0, 1).map(findingOf));
}

function explains({ operations, order }: JudgedSeat, told: SeatOperation[]): boolean {
  return findOrder([...operations, ...told], order).found;
}

function isAt({ show, seat }: SeatOperation, at: SeatHistory): boolean {
  return show === at.show && seat === at.seat;
}

function findingOf({ source, action, show, seat }: SeatOperation): Finding {
  const sentence = `${source.seats.join(", ")} of ${show}: ${describeOperation(source)} cannot be explained by any of its seats.`;
  return { rule: ruleOfTelling(action) ?? "unjust-refusal", show, seat, operations: [source], sentence };
}
