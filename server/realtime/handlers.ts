/** Every event a client may send, with the schema that admits it and what the box office does about it. */
import type { z } from "zod";
import type { Booking, Hold } from "#contract/outcomes";
import * as requests from "#contract/requests";
import type { SeatChange } from "#contract/seat-codes";
import type { DatabaseClock } from "#db/database-clock";
import { explain } from "#server/access/explain-invalid";
import type { PublicBoxOffice } from "#server/access/public-box-office";
import { createTurns } from "#server/access/turns";
import { type Decision, type Refused, refused } from "#server/booking/decision";
import type { Feed } from "#server/feed/feed";
import { type BoxOfficeSocket, showRoom } from "./socket-types";
import type { Viewers } from "./viewer-counts";

/** Maps one socket may watch at a time. */
const SHOWS_PER_SOCKET = 10;
/** Shows joined at a time: when thousands come back at once each waits for its turn, and none for a connection. */
const JOINS_AT_ONCE = 8;

export interface Handler {
  /** What it counts as for the rate limits. */
  countsAs: "attempt" | "join";
  handle(socket: BoxOfficeSocket, payload: unknown): Decision<object> | Promise<Decision<object>>;
}

export interface Handlers {
  find(event: string): Handler | undefined;
  leaveAll(socket: BoxOfficeSocket): void;
}

export interface HandlerDeps {
  boxOffice: PublicBoxOffice;
  feed: Feed;
  viewers: Viewers;
  clock: DatabaseClock;
}

export function createHandlers(deps: HandlerDeps, more: Map<string, Handler> = new Map()): Handlers {
  const { boxOffice, feed, viewers, clock } = deps;
  const turns = createTurns(JOINS_AT_ONCE);
  const handlers = new Map<string, Handler>([
    ["show:join", handler(requests.showJoin, join, "join")],
    ["show:leave", handler(requests.showLeave, leave, "join")],
    [
      "seat:hold",
      handler(requests.seatHold, (order, { data: { buyer, address } }) =>
        boxOffice.hold({ ...order, buyer, address }),
      ),
    ],
    [
      "hold:extend",
      handler(requests.holdExtend, (order, { data }) => boxOffice.extend({ ...order, buyer: data.buyer })),
    ],
    [
      "hold:release",
      handler(requests.holdRelease, (order, { data }) => boxOffice.release({ ...order, buyer: data.buyer })),
    ],
    [
      "booking:cancel",
      handler(requests.bookingCancel, (order, { data }) => boxOffice.cancel({ ...order, buyer: data.buyer })),
    ],
    ...more,
  ]);
  return {
    find: (event) => handlers.get(event),
    leaveAll(socket) {
      for (const showId of socket.data.shows) stopWatching(socket, showId);
    },
  };

  /** The room first, then the snapshot: a change in between arrives twice at worst, and versions tell. */
  async function join(
    { showId, since }: requests.ShowJoin,
    socket: BoxOfficeSocket,
  ): Promise<
    Decision<{
      version: number;
      seats?: string;
      changes?: SeatChange[];
      holds: Hold[];
      bookings: Booking[];
      serverNow: number;
    }>
  > {
    const { buyer, address } = socket.data;
    const own = await turns.take(address, async () => {
      const refusal = await watch(socket, showId);
      if (refusal) return refusal;
      const [holds, bookings] = await Promise.all([
        boxOffice.holdsOf(buyer, showId),
        boxOffice.bookingsOf(buyer, showId),
      ]);
      return {
        ok: true as const,
        holds,
        bookings: bookings.filter(({ cancelledAt }) => cancelledAt === null),
      };
    });
    if (!own.ok) return own;
    const live = feed.watched(showId);
    if (!live) return refused("unavailable");
    const { version, seats } = live.snapshot();
    const changes = since === undefined ? undefined : live.since(since);
    viewers.tell(socket, showId);
    return { ...own, version, ...(changes ? { changes } : { seats }), serverNow: clock.nowMs() };
  }

  async function watch(socket: BoxOfficeSocket, showId: string): Promise<Refused | undefined> {
    const { shows } = socket.data;
    const tooMany = () => !shows.has(showId) && shows.size >= SHOWS_PER_SOCKET;
    if (shows.has(showId)) return;
    if (tooMany()) return refused("invalid", { detail: "leave another show first" });
    if (!(await feed.watch(showId))) return refused("not_found");
    // This socket may have joined this show or others meanwhile, or be gone.
    if (shows.has(showId) || tooMany() || socket.disconnected) {
      feed.unwatch(showId);
      return tooMany() ? refused("invalid", { detail: "leave another show first" }) : undefined;
    }
    shows.add(showId);
    viewers.joined(socket, showId);
    await socket.join(showRoom(showId));
  }

  async function leave({ showId }: requests.ShowLeave, socket: BoxOfficeSocket): Promise<Decision<object>> {
    if (socket.data.shows.has(showId)) stopWatching(socket, showId);
    return { ok: true };
  }

  function stopWatching(socket: BoxOfficeSocket, showId: string): void {
    socket.data.shows.delete(showId);
    void socket.leave(showRoom(showId));
    feed.unwatch(showId);
    viewers.left(socket, showId);
  }
}

export function handler<Schema extends z.ZodType>(
  schema: Schema,
  handle: (request: z.infer<Schema>, socket: BoxOfficeSocket) => Promise<Decision<object>>,
  countsAs: Handler["countsAs"] = "attempt",
): Handler {
  return {
    countsAs,
    handle(socket, payload) {
      const parsed = schema.safeParse(payload);
      if (!parsed.success) return refused("invalid", { detail: explain(parsed.error) });
      return handle(parsed.data, socket);
    },
  };
}
