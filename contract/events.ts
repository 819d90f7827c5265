/** The Socket.io events of both directions. Every request has an acknowledgement. */
import type { LabClientToServerEvents, LabServerToClientEvents } from "./lab";
import type { Booking, BookingDetails, Hold, Outcome } from "./outcomes";
import type {
  BookingCancel,
  BookingConfirm,
  HoldExtend,
  HoldRelease,
  SeatBook,
  SeatHold,
  ShowJoin,
  ShowLeave,
} from "./requests";
import type { SeatChange } from "./seat-codes";

export type Ack<T extends object> = (outcome: Outcome<T>) => void;

/** `seats` (a whole snapshot) or, when `since` was given and is recent enough, the `changes` after it. */
export interface Joined {
  version: number;
  seats?: string;
  changes?: SeatChange[];
  /** The caller's own live holds and bookings of this show. */
  holds: Hold[];
  bookings: Booking[];
  serverNow: number;
}

export interface ClientToServerEvents extends LabClientToServerEvents {
  "show:join": (request: ShowJoin, ack: Ack<Joined>) => void;
  "show:leave": (request: ShowLeave, ack: Ack<object>) => void;
  "seat:hold": (request: SeatHold, ack: Ack<{ hold: Hold; serverNow: number }>) => void;
  "hold:extend": (request: HoldExtend, ack: Ack<{ hold: Hold; serverNow: number }>) => void;
  "hold:release": (request: HoldRelease, ack: Ack<{ hold: Hold | null; serverNow: number }>) => void;
  "booking:confirm": (request: BookingConfirm, ack: Ack<{ booking: Booking }>) => void;
  "booking:cancel": (request: BookingCancel, ack: Ack<{ booking: BookingDetails }>) => void;
  "seat:book": (request: SeatBook, ack: Ack<{ booking: Booking }>) => void;
}

/** Versions `from + 1` to `to` of a show; a seat changed twice in between appears once, with its last status. */
export interface SeatsUpdated {
  showId: string;
  from: number;
  to: number;
  changes: SeatChange[];
}

export interface ServiceStatus {
  redis: "up" | "down";
  postgres: "up" | "down";
}

export interface ServerToClientEvents extends LabServerToClientEvents {
  "seats:updated": (update: SeatsUpdated) => void;
  "show:viewers": (viewers: { showId: string; count: number }) => void;
  /** To every open page of the hold's owner, when the hold was made, grew, shrank, was extended or ended. */
  "hold:updated": (update: { holdId: string; hold: Hold | null; serverNow: number }) => void;
  "hold:lapsed": (lapse: { holdId: string }) => void;
  "service:status": (status: ServiceStatus) => void;
}
