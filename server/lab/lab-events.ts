/** The lab's Socket.io events. */
import { labJoin } from "#contract/lab";
import { gameGiveUp, gameJoin, gameMove } from "#contract/lab-game";
import { refused } from "#server/booking/decisions";
import { type Handler, handler } from "#server/realtime/handlers";
import type { BoxOfficeSocket } from "#server/realtime/sockets";
import type { Games } from "./games";
import type { Races } from "./races";

/** The queue and the games bound what these can cost; a press of a button is not an attempt to buy. */
const UNLIMITED = "nothing";

export function labHandlers({ races, games }: { races: Races; games: Games }): Map<string, Handler> {
  const followers = new WeakSet<BoxOfficeSocket>();

  function follow(socket: BoxOfficeSocket, gameId: string): void {
    games.follow(socket.data.customer, gameId, socket.id);
    if (followers.has(socket)) return;
    followers.add(socket);
    socket.once("disconnect", () => games.lost(socket.id));
  }

  return new Map<string, Handler>([
    [
      "lab:join",
      handler(
        labJoin,
        async ({ raceId }, socket) => {
          // The room and the view in one turn of the event loop: what follows is exactly what is new.
          void socket.join(raceRoom(raceId));
          const race = races.find(raceId);
          if (race) return { ok: true, race };
          void socket.leave(raceRoom(raceId));
          return refused("not_found");
        },
        UNLIMITED,
      ),
    ],
    [
      "lab:leave",
      handler(
        labJoin,
        async ({ raceId }, socket) => {
          void socket.leave(raceRoom(raceId));
          return { ok: true };
        },
        UNLIMITED,
      ),
    ],
    [
      "lab:game:join",
      handler(
        gameJoin,
        async ({ gameId }, socket) => {
          follow(socket, gameId);
          const found = await games.find(gameId);
          if (found.ok) void socket.join(gameRoom(gameId));
          return found;
        },
        UNLIMITED,
      ),
    ],
    [
      "lab:game:move",
      handler(
        gameMove,
        ({ gameId, move }, socket) => games.move(socket.data.customer, gameId, move),
        UNLIMITED,
      ),
    ],
    [
      "lab:game:give-up",
      handler(gameGiveUp, ({ gameId }, socket) => games.giveUp(socket.data.customer, gameId), UNLIMITED),
    ],
  ]);
}

export const raceRoom = (raceId: string) => `race:${raceId}`;
export const gameRoom = (gameId: string) => `game:${gameId}`;
