/**
 * How many people are looking at a show, over all nodes; told at most once a second. A person with several tabs is one,
 * also if their tabs are on several nodes: nodes tell each other who looks, by the beginning of a buyer's random name.
 */
import type { Metrics } from "#server/ops/metrics";
import { type BoxOfficeServer, type BoxOfficeSocket, showRoom } from "./socket-types";

const TELL_EVERY_MS = 1_000;
/** The prefix of a buyer's name and 48 random bits of it: enough to tell a crowd apart. */
const NAME_LENGTH = 10;

/** Who looks at each show. */
export type Watchers = Record<string, string[]>;

export interface Viewers {
  joined(socket: BoxOfficeSocket, showId: string): void;
  left(socket: BoxOfficeSocket, showId: string): void;
  /** Somebody began or ceased to look at these shows on another node. */
  changedElsewhere(showIds: string[]): void;
  /** Tells one socket the current count. */
  tell(socket: BoxOfficeSocket, showId: string): void;
  /** Who looks at what on this node. */
  own(): Watchers;
}

export interface ViewerDeps {
  io: BoxOfficeServer;
  metrics: Metrics;
  /** Who looks at a show on the other nodes; one who does so on several may be named several times. */
  watchersElsewhere: (showId: string) => string[];
  /** Tells the other nodes of this one's. */
  announce: () => void;
}

export function createViewers(deps: ViewerDeps): Viewers {
  /** By show, then by person: how many tabs. */
  const tabs = new Map<string, Map<string, number>>();
  const changed = new Set<string>();
  const told = new Map<string, number>();
  return {
    joined: (socket, showId) => count(socket, showId, 1),
    left: (socket, showId) => count(socket, showId, -1),
    changedElsewhere: (showIds) => showIds.forEach(tellSoon),
    tell: (socket, showId) => void socket.emit("show:viewers", { showId, count: total(showId) }),
    own: () => Object.fromEntries([...tabs].map(([showId, people]) => [showId, [...people.keys()]])),
  };

  function count(socket: BoxOfficeSocket, showId: string, by: 1 | -1): void {
    const person = socket.data.buyer.slice(0, NAME_LENGTH);
    const people = tabs.get(showId) ?? new Map<string, number>();
    const open = (people.get(person) ?? 0) + by;
    if (open > 0) people.set(person, open);
    else people.delete(person);
    if (people.size > 0) tabs.set(showId, people);
    else tabs.delete(showId);
    tellSoon(showId);
  }

  function tellSoon(showId: string): void {
    if (changed.size === 0) setTimeout(tellChanged, TELL_EVERY_MS).unref();
    changed.add(showId);
  }

  function tellChanged(): void {
    const showIds = [...changed];
    changed.clear();
    deps.metrics.viewers.set([...tabs.values()].reduce((sum, people) => sum + people.size, 0));
    deps.announce();
    for (const showId of showIds) tellAll(showId);
  }

  function tellAll(showId: string): void {
    const count = total(showId);
    if (told.get(showId) === count) return;
    if (count > 0) told.set(showId, count);
    else told.delete(showId);
    deps.io.to(showRoom(showId)).emit("show:viewers", { showId, count });
  }

  function total(showId: string): number {
    const people = new Set(deps.watchersElsewhere(showId));
    for (const person of tabs.get(showId)?.keys() ?? []) people.add(person);
    return people.size;
  }
}
