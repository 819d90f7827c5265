/** How many people are looking at a show, over all nodes; told at most once a second. */
import type { Metrics } from "#server/ops/metrics";
import type { Bus } from "./bus";
import { type BoxOfficeServer, type BoxOfficeSocket, showRoom } from "./sockets";

const TELL_EVERY_MS = 1_000;

export interface Viewers {
  changed(showId: string): void;
  /** Tells one socket the current count. */
  tell(socket: BoxOfficeSocket, showId: string): void;
  /** This node's own count of every show that is looked at. */
  own(): Record<string, number>;
}

export function createViewers(deps: { io: BoxOfficeServer; bus: () => Bus; metrics: Metrics }): Viewers {
  const waiting = new Map<string, NodeJS.Timeout>();
  const told = new Map<string, number>();
  return {
    changed(showId) {
      if (waiting.has(showId)) return;
      const timer = setTimeout(() => {
        waiting.delete(showId);
        tellAll(showId);
      }, TELL_EVERY_MS);
      waiting.set(showId, timer.unref());
    },
    tell: (socket, showId) => void socket.emit("show:viewers", { showId, count: total(showId) }),
    own,
  };

  function tellAll(showId: string): void {
    const counts = own();
    deps.metrics.viewers.set(Object.values(counts).reduce((sum, count) => sum + count, 0));
    deps.bus().announceViewers();
    const count = total(showId);
    if (told.get(showId) === count) return;
    if (count > 0) told.set(showId, count);
    else told.delete(showId);
    deps.io.to(showRoom(showId)).emit("show:viewers", { showId, count });
  }

  function total(showId: string): number {
    return roomSize(showId) + deps.bus().viewersElsewhere(showId);
  }

  function own(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const room of deps.io.of("/").adapter.rooms.keys()) {
      if (room.startsWith("show:")) counts[room.slice("show:".length)] = roomSize(room.slice("show:".length));
    }
    return counts;
  }

  function roomSize(showId: string): number {
    return deps.io.of("/").adapter.rooms.get(showRoom(showId))?.size ?? 0;
  }
}
