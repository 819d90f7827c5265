/**
 * One buyer's way to the nodes: a socket that comes back by itself, and HTTP with the same cookie. Whatever is
 * asked is written down before it is sent, with the answer when there is one; a lost answer stays unknown.
 */
import { io, type Socket } from "socket.io-client";
import type { Hold, Refusal } from "#contract/outcomes";
import type { Recorder, Told } from "#histories/record";
import { newCookie } from "#testing/buyer";
import type { TorturedNode } from "./cinema";

/** Longer than a node lets anyone wait. */
const ANSWER_WITHIN_MS = 8_000;

/** What a buyer can ask, with everything both doors need. */
export type Ask =
  | { what: "hold"; seats: string[]; holdId?: string }
  | { what: "extend" | "release"; seats: string[]; holdId: string }
  | { what: "confirm"; seats: string[]; holdId: string; key: string }
  | { what: "book"; seats: string[]; key: string }
  | { what: "cancel"; seats: string[]; reference: string };

export type Answered =
  | { ok: true; hold?: Hold | null; booking?: { reference: string; seats: string[] } }
  | Refusal;

export interface Client {
  name: string;
  /** Undefined if no answer came. */
  ask(ask: Ask, door: Door): Promise<Answered | undefined>;
  close(): void;
}

export type Door = { kind: "socket" } | { kind: "http"; node: TorturedNode };

export async function openClient(
  name: string,
  home: TorturedNode,
  showId: string,
  recorder: Recorder,
): Promise<Client> {
  const cookie = await newCookie(home.url);
  const socket = io(home.url, {
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
    extraHeaders: { cookie },
  });
  return {
    name,
    async ask(ask, door) {
      if (door.kind === "socket" && !socket.connected) return undefined;
      const heard = recorder.asked({ ...ask, buyer: name, show: showId });
      const answer = await (door.kind === "socket"
        ? overSocket(socket, ask, showId)
        : overHttp(door.node.url, cookie, ask, showId));
      if (answer) heard(toldBy(answer));
      return answer;
    },
    close: () => void socket.disconnect(),
  };
}

function overSocket(socket: Socket, ask: Ask, showId: string): Promise<Answered | undefined> {
  const [event, request] = eventOf(ask, showId);
  return new Promise((resolve) => {
    const lost = () => resolve(undefined);
    socket.once("disconnect", lost);
    socket.timeout(ANSWER_WITHIN_MS).emit(event, request, (error: Error | null, answer: Answered) => {
      socket.off("disconnect", lost);
      resolve(error ? undefined : answer);
    });
  });
}

function eventOf(ask: Ask, showId: string): [event: string, request: object] {
  switch (ask.what) {
    case "hold":
      return ["seat:hold", { showId, seats: ask.seats, ...(ask.holdId && { holdId: ask.holdId }) }];
    case "extend":
      return ["hold:extend", { holdId: ask.holdId }];
    case "release":
      return ["hold:release", { holdId: ask.holdId }];
    case "confirm":
      return ["booking:confirm", { holdId: ask.holdId, idempotencyKey: ask.key }];
    case "book":
      return ["seat:book", { showId, seats: ask.seats, idempotencyKey: ask.key }];
    case "cancel":
      return ["booking:cancel", { reference: ask.reference }];
  }
}

async function overHttp(
  url: string,
  cookie: string,
  ask: Ask,
  showId: string,
): Promise<Answered | undefined> {
  const [method, path, body] = requestOf(ask, showId);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer = await response.json();
    return typeof answer?.ok === "boolean" ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** A one-shot booking has its door at the socket; over HTTP only the article's form of it exists. */
function requestOf(ask: Ask, showId: string): [method: string, path: string, body?: object] {
  switch (ask.what) {
    case "hold":
      return ["POST", "/api/holds", { showId, seats: ask.seats, ...(ask.holdId && { holdId: ask.holdId }) }];
    case "extend":
      return ["POST", `/api/holds/${ask.holdId}/extend`, {}];
    case "release":
      return ["DELETE", `/api/holds/${ask.holdId}`];
    case "confirm":
      return ["POST", `/api/holds/${ask.holdId}/confirm`, { idempotencyKey: ask.key }];
    case "cancel":
      return ["POST", `/api/bookings/${ask.reference}/cancel`, {}];
    case "book":
      throw new Error("a one-shot booking goes over the socket");
  }
}

function toldBy(answer: Answered): Told {
  if (!answer.ok) {
    const { code, seats } = answer;
    return { ok: false, code, ...(seats && seats.length > 0 && { seats }) };
  }
  const { hold, booking } = answer;
  if (booking) return { ok: true, reference: booking.reference, seats: booking.seats };
  if (!hold) return { ok: true };
  // The database's clock is this machine's, and so is the recorder's.
  const untilMs = hold.expiresAt - Date.now() + performance.now();
  return { ok: true, holdId: hold.id, untilMs, seats: hold.seats };
}
