/** The Socket.io server of a node, what it knows of each socket, and the rooms it speaks to. */
import type { Server, Socket } from "socket.io";
import type { ClientToServerEvents, ServerToClientEvents } from "#contract/events";
import type { Language } from "#contract/language";

export interface SocketData {
  buyer: string;
  address: string;
  language: Language;
  shows: Set<string>;
}

export type BoxOfficeServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;
export type BoxOfficeSocket = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;

export const showRoom = (showId: string) => `show:${showId}`;
export const buyerRoom = (buyer: string) => `buyer:${buyer}`;
