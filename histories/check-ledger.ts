/** The ledger has every booking that was acknowledged, none that was refused, and no seat twice. */
import { describeOperation, type Finding } from "./finding";
import { type History, type Operation, outcomeOf } from "./history";
import { isSameBooking, type Ledger, type LedgerBooking, ownersOf } from "./ledger";
import { findSales, isVoid } from "./sales";

export function checkLedger(history: History, ledger: Ledger): Finding[] {
  const sales = findSales(history, ledger);
  const attemptsOf = groupByBuyer([...sales.keys()]);
  const bookingsOf = groupByBuyer(ledger.bookings);
  const cancelsOf = groupByBuyer(
    history.operations.filter((one) => one.what === "cancel" && outcomeOf(one) !== "refused"),
  );
  const heard = [...sales].filter(([operation]) => operation.answer?.ok);
  // A sale that was answered several times is lost once.
  const acknowledged = new Map(heard.map(([operation, sale]) => [sale.id, operation])).values();
  return [
    ...findSoldTwice(ledger, attemptsAt),
    ...[...acknowledged].flatMap((sale) => findLost(sale, bookingsOf(sale.buyer), cancelsOf(sale.buyer))),
    ...ledger.bookings.flatMap((booking) => findUnasked(booking, attemptsAt(booking), mayHaveHappened)),
  ];

  function attemptsAt(booking: LedgerBooking): Operation[] {
    const near = attemptsOf(booking.buyer).filter((one) => isAbout(one, booking));
    const keyed = near.filter(({ key }) => key !== undefined && key === booking.key);
    return keyed.length > 0 ? keyed : near;
  }

  function mayHaveHappened(operation: Operation): boolean {
    const sale = sales.get(operation);
    return outcomeOf(operation) !== "refused" && !(sale && isVoid(operation, sale));
  }
}

function findSoldTwice(ledger: Ledger, attemptsAt: (booking: LedgerBooking) => Operation[]): Finding[] {
  return [...ownersOf(ledger).values()].flatMap(({ show, seat, bookings }): Finding[] => {
    if (bookings.length < 2) return [];
    const owners = bookings.map(({ buyer }) => buyer).join(" and ");
    const sentence = `${seat} of ${show}: by the ledger it is sold to ${owners}.`;
    return [{ rule: "sold-twice", show, seat, operations: bookings.flatMap(attemptsAt), sentence }];
  });
}

function findLost(sale: Operation, bookings: LedgerBooking[], cancels: Operation[]): Finding[] {
  const { answer, buyer, show } = sale;
  const reference = answer?.ok ? answer.reference : undefined;
  if (cancels.some((one) => isSameBooking({ buyer, reference: one.reference }, { buyer, reference })))
    return [];
  const booking = bookings.find((one) => isAbout(sale, one));
  const standing = booking && !booking.cancelled ? booking.seats : [];
  const seat = (answer?.seats ?? sale.seats).find((one) => !standing.includes(one));
  if (seat === undefined) return [];
  const fate = booking?.cancelled
    ? "was cancelled by the ledger, and by nobody else"
    : "is not in the ledger";
  const sentence = `${seat} of ${show}: ${describeOperation(sale)} was acknowledged and ${fate}.`;
  return [{ rule: "booking-lost", show, seat, operations: [sale], sentence }];
}

function findUnasked(
  { buyer, show, seats, key }: LedgerBooking,
  attempts: Operation[],
  mayHaveHappened: (operation: Operation) => boolean,
): Finding[] {
  if (attempts.some(mayHaveHappened)) return [];
  const [seat = ""] = seats;
  const refused = attempts.length > 0;
  const why = refused
    ? `although ${attempts.map(describeOperation).join(" and ")}`
    : "and nobody asked for it";
  const under = key === undefined ? "" : ` under the key ${key}`;
  const sentence = `${seat} of ${show}: the ledger has a booking of ${buyer}'s${under}, ${why}.`;
  return [
    { rule: refused ? "refused-yet-booked" : "booked-unasked", show, seat, operations: attempts, sentence },
  ];
}

/** Whether an operation is about a booking: by the key if both have one, else by a seat. */
function isAbout({ buyer, show, key, seats, answer }: Operation, booking: LedgerBooking): boolean {
  const reference = answer?.ok ? answer.reference : undefined;
  const keyed = key !== undefined && booking.key !== undefined;
  const near = show === booking.show && (keyed || seats.some((seat) => booking.seats.includes(seat)));
  return near && isSameBooking({ buyer, key, reference }, booking);
}

function groupByBuyer<T extends { buyer: string }>(all: T[]): (buyer: string) => T[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(one.buyer) ?? [];
    group.push(one);
    groups.set(one.buyer, group);
  }
  return (buyer) => groups.get(buyer) ?? [];
}
