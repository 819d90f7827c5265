/**
 * How server-rendered pages read the box office without a network hop: the server puts this object on
 * `globalThis` before Next renders anything, and `app/` reads it through `pageSource()`. Pages only read;
 * everything that changes a seat goes over the socket or HTTP.
 */
import type { RaceView } from "./lab";
import type { LabProgram } from "./lab-strategies";
import type { BookingDetails } from "./outcomes";
import type { Programme, ShowDetails, Snapshot } from "./shows";

export interface PageSource {
  programme(): Promise<Programme>;
  /** `maxSeats`: how many seats of it one buyer may hold. */
  show(showId: string): Promise<{ show: ShowDetails; snapshot: Snapshot; maxSeats: number } | null>;
  /** `cookie` is the request's Cookie header: only the owner's own bookings are answered. */
  booking(
    reference: string,
    cookie: string | null,
  ): Promise<{ booking: BookingDetails; show: ShowDetails } | "not_yours" | null>;
  bookings(cookie: string | null): Promise<{ booking: BookingDetails; show: ShowDetails }[]>;
  /** A race of the lab, whichever node ran it. */
  race(raceId: string): Promise<RaceView | null>;
  /** Whether this node has a lab; without one nothing should lead there. */
  hasLab(): boolean;
  /** Of each program that some strategies and faults of the lab need: whether it is installed, and how it would be. */
  labServers(): LabServers;
  /** The OpenAPI description, as `/api/openapi.json` answers it. */
  api(): object;
}

export type LabServers = Record<LabProgram, { installed: boolean; install: string }>;

declare global {
  var lastSeatPages: PageSource | undefined;
}

export function providePages(source: PageSource): void {
  globalThis.lastSeatPages = source;
}

export function pageSource(): PageSource {
  const source = globalThis.lastSeatPages;
  if (!source) throw new Error("Pages are rendered by the box-office server; start it with npm start.");
  return source;
}
