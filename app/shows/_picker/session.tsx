"use client";

/**
 * Everything that lives as long as the page is open on one show, made once and handed down. Components read
 * single cells of it, so nothing here ever makes the whole page render again.
 */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { ShowDetails, Snapshot } from "#contract/shows";
import { closeAtStart } from "../../lib/live/close-at-start";
import { LiveShow } from "../../lib/live/live-show";
import { watchPage } from "../../lib/live/page-doubts";
import { ShowStore } from "../../lib/live/show-store";
import { useCell } from "../../lib/live/use-cell";
import { bestSeats } from "../seating/best-seats";
import { Buyer } from "../seating/buyer";
import { type Room, roomOf } from "../seating/room";
import { Roving } from "../seating/roving";

export interface ShowSession {
  show: ShowDetails;
  room: Room;
  store: ShowStore;
  live: LiveShow;
  buyer: Buyer;
  roving: Roving;
}

const SessionContext = createContext<ShowSession | undefined>(undefined);

interface ShowSessionProviderProps {
  show: ShowDetails;
  snapshot: Snapshot;
  begun: boolean;
  children: ReactNode;
}

export function ShowSessionProvider({ show, snapshot, begun, children }: ShowSessionProviderProps) {
  const [session] = useState(() => createSession(show, snapshot, begun));
  useEffect(() => {
    const stop = session.live.start();
    const unwatch = watchPage(session.live);
    const stayOpen = closeAtStart(session.show, session.live);
    return () => {
      stayOpen();
      unwatch();
      stop();
    };
  }, [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): ShowSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error("This belongs inside a show's page.");
  return session;
}

/** Seats are sold only to those who see what is true, and only while there is a database to decide. */
export function useBuying(): boolean {
  const { live } = useSession();
  const connected = useCell(live.connection) === "live";
  return useCell(live.service).postgres === "up" && connected;
}

function createSession(show: ShowDetails, snapshot: Snapshot, begun: boolean): ShowSession {
  const room = roomOf(show.auditorium.layout);
  const store = new ShowStore(
    snapshot,
    room.seats.map(({ label }) => label),
    begun,
  );
  const live = new LiveShow(show.id, store);
  const best = bestSeats(room, (seat) => store.view(seat.index) === "available", { count: 1 });
  const roving = new Roving(room.seats.length, best?.seats[0]?.index ?? 0);
  return { show, room, store, live, buyer: new Buyer(live, room), roving };
}
