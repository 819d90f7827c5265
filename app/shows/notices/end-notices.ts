/** Takes a notice away when what it is about is over: from then on it would be untrue, and it covers seats. */
import type { ShowConnection } from "../../lib/live-show/show-connection";
import type { ObservableValue } from "../../lib/observable-value";
import type { BuyerActions, BuyerNotice } from "../buyer-actions";
import { type SeatPlan, seatsNamed } from "../seat-plan/seat-plan";

export function endNotices(buyer: BuyerActions, connection: ShowConnection, plan: SeatPlan): () => void {
  let stops: (() => void)[] = [];
  const watchCause = () => {
    for (const stop of stops) stop();
    const notice = buyer.notice.get();
    const cause = notice && causeOf(notice, connection, plan);
    stops = (cause?.values ?? []).map((value) => value.subscribe(() => cause?.isOver() && buyer.endNotice()));
  };
  const stopWatching = buyer.notice.subscribe(watchCause);
  return () => {
    stopWatching();
    for (const stop of stops) stop();
  };
}

interface Cause {
  /** What to look at; each of them changing may be the end of it. */
  values: readonly Pick<ObservableValue<unknown>, "subscribe">[];
  isOver(): boolean;
}

/** Undefined where nothing but time ends it. */
function causeOf(notice: BuyerNotice, connection: ShowConnection, plan: SeatPlan): Cause | undefined {
  const { state, service, store } = connection;
  switch (notice.kind) {
    case "offline":
    case "lost":
      return { values: [state], isOver: () => state.get() === "live" };
    case "refused":
      if (notice.code !== "unavailable") return undefined;
      return { values: [service], isOver: () => service.get().postgres === "up" };
    case "not-free":
      return { values: [store.seat(notice.seat.index)], isOver: () => true };
    case "taken": {
      const seats = seatsNamed(plan, notice.seats).map(({ index }) => store.seat(index));
      return { values: seats, isOver: () => seats.some((seat) => seat.get() === "available") };
    }
    case "best-apart": {
      const seats = notice.offer.map(({ index }) => store.seat(index));
      return { values: seats, isOver: () => seats.some((seat) => seat.get() !== "available") };
    }
    case "too-many":
      return { values: [store.holds], isOver: () => true };
    default:
      return undefined;
  }
}
