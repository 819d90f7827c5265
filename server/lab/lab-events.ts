/** The lab's Socket.io events. */
import { raceJoin, raceStepsRequest } from "#contract/lab";
import { gameGiveUp, gameJoin, gameMove } from "#contract/lab-game";
import { refused } from "#server/booking/decision";
import { type Handler, handler } from "#server/realtime/handlers";
import type { BoxOfficeSocket } from "#server/realtime/socket-types";
import type { GameRegistry } from "./games/game-registry";
import type { Races } from "./races/races";

/** A press of a button is not an attempt to buy, and is counted with what pages ask for besides. */
const PRESS = "join";

export function labHandlers({ races, games }: { races: Races; games: GameRegistry }): Map<string, Handler> {
  const followers = new WeakSet<BoxOfficeSocket>();

  async function joinGame(socket: BoxOfficeSocket, gameId: string) {
    const found = await games.join(socket.data.buyer, gameId, socket.id);
    if (found.ok) void socket.join(gameRoom(gameId));
    // Whoever left while the game was set up again has not been waited for.
    if (socket.disconnected) games.connectionLost(socket.id);
    if (followers.has(socket)) return found;
    followers.add(socket);
    socket.once("disconnect", () => games.connectionLost(socket.id));
    return found;
  }

  return new Map<string, Handler>([
    [
      "lab:join",
      handler(
        raceJoin,
        async ({ raceId }, socket) => {
          const race = await races.join(raceId, () => void socket.join(raceRoom(raceId)));
          return race ? { ok: true, race } : refused("not_found");
        },
        PRESS,
      ),
    ],
    [
      "lab:steps",
      handler(
        raceStepsRequest,
        async ({ raceId, from }) => {
          const page = await races.steps(raceId, from);
          return page ? { ok: true, ...page } : refused("not_found");
        },
        PRESS,
      ),
    ],
    [
      "lab:leave",
      handler(
        raceJoin,
        async ({ raceId }, socket) => {
          void socket.leave(raceRoom(raceId));
          return { ok: true };
        },
        PRESS,
      ),
    ],
    ["lab:game:join", handler(gameJoin, ({ gameId }, socket) => joinGame(socket, gameId), PRESS)],
    [
      "lab:game:move",
      handler(gameMove, ({ gameId, move }, socket) => games.move(socket.data.buyer, gameId, move), PRESS),
    ],
    [
      "lab:game:give-up",
      handler(gameGiveUp, ({ gameId }, socket) => games.giveUp(socket.data.buyer, gameId), PRESS),
    ],
  ]);
}

export const raceRoom = (raceId: string) => `race:${raceId}`;
export const gameRoom = (gameId: string) => `game:${gameId}`;
