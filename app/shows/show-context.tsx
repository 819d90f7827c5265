"use client";

/**
 * Everything that lives as long as the page is open on one show, made once and handed down. Components read
 * single values of it, so nothing here ever makes the whole page render again.
 */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { ShowDetails, Snapshot } from "#contract/shows";
import { closeSalesAtStart } from "../lib/live-show/close-sales-at-start";
import { resyncOnPageEvents } from "../lib/live-show/resync-on-page-events";
import { ShowConnection } from "../lib/live-show/show-connection";
import { ShowStore } from "../lib/live-show/show-store";
import { useObservable } from "../lib/observable-value";
import { rememberHolds } from "../lib/unfinished-hold/remember-holds";
import { BuyerActions } from "./buyer-actions";
import { endNotices } from "./notices/end-notices";
import { RovingTabindex } from "./seat-map/roving-tabindex";
import { bestSeats } from "./seat-plan/best-seats";
import { type SeatPlan, seatPlanOf } from "./seat-plan/seat-plan";

export interface ShowContextValue {
  show: ShowDetails;
  plan: SeatPlan;
  store: ShowStore;
  connection: ShowConnection;
  buyer: BuyerActions;
  roving: RovingTabindex;
  /** How many seats one buyer may hold. */
  maxSeats: number;
}

const ShowContext = createContext<ShowContextValue | undefined>(undefined);

/** What the server knew of the show when it made the page. */
export interface ShowAtFirst {
  show: ShowDetails;
  snapshot: Snapshot;
  begun: boolean;
  maxSeats: number;
}

export function ShowProvider({ children, ...atFirst }: ShowAtFirst & { children: ReactNode }) {
  const [value] = useState(() => createContextValue(atFirst));
  useEffect(() => {
    const stopConnection = value.connection.start();
    const stopResyncing = resyncOnPageEvents(value.connection);
    const stopWatchingStart = closeSalesAtStart(value.show, value.connection);
    const stopRemembering = rememberHolds(value.show, value.store);
    const stopEndingNotices = endNotices(value.buyer, value.connection, value.plan);
    return () => {
      stopEndingNotices();
      stopRemembering();
      stopWatchingStart();
      stopResyncing();
      stopConnection();
    };
  }, [value]);
  return <ShowContext value={value}>{children}</ShowContext>;
}

export function useShowContext(): ShowContextValue {
  const value = useContext(ShowContext);
  if (!value) throw new Error("This belongs inside a show's page.");
  return value;
}

/** Seats are sold only to those who see what is true, and only while there is a database to decide. */
export function useCanBuy(): boolean {
  const { connection } = useShowContext();
  const connected = useObservable(connection.state) === "live";
  return useObservable(connection.service).postgres === "up" && connected;
}

/** Whether a free seat would be had: not without a connection, and no further one by who holds all they may. */
export function useSelling(): "on" | "full" | "off" | undefined {
  const { connection, store, maxSeats } = useShowContext();
  const canBuy = useCanBuy();
  const isFirst = useObservable(connection.state) === "connecting";
  const held = useObservable(store.holds).reduce((sum, { seats }) => sum + seats.length, 0);
  if (isFirst) return undefined;
  if (!canBuy) return "off";
  return held >= maxSeats ? "full" : "on";
}

function createContextValue({ show, snapshot, begun, maxSeats }: ShowAtFirst): ShowContextValue {
  const plan = seatPlanOf(show.auditorium.layout);
  const store = new ShowStore(
    snapshot,
    plan.seats.map(({ label }) => label),
    begun,
  );
  const connection = new ShowConnection(show.id, store);
  const best = bestSeats(plan, (seat) => store.view(seat.index) === "available", { count: 1 });
  const roving = new RovingTabindex(plan.seats.length, best?.seats[0]?.index ?? 0);
  const buyer = new BuyerActions(connection, plan, maxSeats);
  return { show, plan, store, connection, buyer, roving, maxSeats };
}
