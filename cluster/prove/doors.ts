/** The two ways in, as a stranger's program uses them: a plain socket.io-client, and plain HTTP. Through HAProxy. */
import { io } from "socket.io-client";
import { z } from "zod";
import type { Question } from "#histories/record";

/** Longer than the product lets anybody wait. */
const ANSWER_WITHIN_MS = 15_000;
const CONNECT_WITHIN_MS = 60_000;

const hold = z.object({ id: z.string(), seats: z.array(z.string()), expiresAt: z.number() });
const booking = z.object({ reference: z.string(), seats: z.array(z.string()) });
const said = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    hold: hold.nullable().optional(),
    booking: booking.optional(),
    serverNow: z.number().optional(),
  }),
  z.object({ ok: z.literal(false), code: z.string(), seats: z.array(z.string()).optional() }),
]);

export type Said = z.infer<typeof said>;
/** What came back: an answer, nothing at all, or something that is no answer of ours. */
export type Heard = Said | "nothing" | "error page";

export interface Door {
  ask(question: Question): Promise<Heard>;
  close(): void;
}

export function openSocket(url: string, cookie: string): Door {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    extraHeaders: { cookie },
  });
  return {
    async ask(question) {
      if (!socket.connected && !(await connected())) return "nothing";
      return new Promise((resolve) => {
        const lost = () => resolve("nothing");
        socket.once("disconnect", lost);
        const { event, payload } = asEvent(question);
        socket.timeout(ANSWER_WITHIN_MS).emit(event, payload, (error: Error | null, answer: unknown) => {
          socket.off("disconnect", lost);
          resolve(error ? "nothing" : read(answer));
        });
      });
    },
    close: () => void socket.disconnect(),
  };

  function connected(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), CONNECT_WITHIN_MS);
      socket.once("connect", () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}

export function openHttp(url: string, cookie: string): Door {
  return {
    async ask(question) {
      const { method, path, body } = asRequest(question);
      let text: string;
      try {
        const answer = await fetch(`${url}${path}`, {
          method,
          headers: { cookie, ...(body && { "content-type": "application/json" }) },
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
          ...(body && { body: JSON.stringify(body) }),
        });
        text = await answer.text();
      } catch {
        return "nothing";
      }
      try {
        return read(JSON.parse(text));
      } catch {
        return "error page";
      }
    },
    close: () => {},
  };
}

/** Who is not known yet is given a name. */
export async function newCookie(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/openapi.json`);
  await answer.arrayBuffer();
  const [pair] = answer.headers.get("set-cookie")?.split(";") ?? [];
  if (!pair) throw new Error(`a buyer was given no name: ${answer.status}`);
  return pair;
}

function read(answer: unknown): Heard {
  const parsed = said.safeParse(answer);
  return parsed.success ? parsed.data : "error page";
}

function asEvent({ what, show, seats, holdId, reference, key }: Question): {
  event: string;
  payload: object;
} {
  switch (what) {
    case "hold":
      return { event: "seat:hold", payload: { showId: show, seats } };
    case "extend":
      return { event: "hold:extend", payload: { holdId } };
    case "release":
      return { event: "hold:release", payload: { holdId } };
    case "confirm":
      return { event: "booking:confirm", payload: { holdId, idempotencyKey: key } };
    case "book":
      return { event: "seat:book", payload: { showId: show, seats, idempotencyKey: key } };
    case "cancel":
      return { event: "booking:cancel", payload: { reference } };
  }
}

function asRequest(question: Question): { method: string; path: string; body?: object } {
  const { what, show, seats, holdId, reference, key } = question;
  switch (what) {
    case "hold":
      return { method: "POST", path: "/api/holds", body: { showId: show, seats } };
    case "extend":
      return { method: "POST", path: `/api/holds/${holdId}/extend`, body: {} };
    case "release":
      return { method: "DELETE", path: `/api/holds/${holdId}` };
    case "confirm":
      return { method: "POST", path: `/api/holds/${holdId}/confirm`, body: { idempotencyKey: key } };
    case "cancel":
      return { method: "POST", path: `/api/bookings/${reference}/cancel`, body: {} };
    case "book":
      throw new Error("over HTTP a seat is held first");
  }
}
