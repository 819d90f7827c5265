/** The lab's HTTP routes. */
import { z } from "zod";
import { raceRequest } from "#contract/lab";
import { gameRequest } from "#contract/lab-game";
import { STRATEGY_IDS } from "#contract/lab-strategies";
import { refused } from "#server/booking/decisions";
import { sendDecision, sendRefusal } from "#server/http/answers";
import { type Route, route } from "#server/http/route";
import type { Games } from "./games";
import type { Races } from "./races";
import { readSource } from "./source";

const raceId = z.string().max(40);
const gameId = z.string().max(40);

export function labRoutes({ races, games }: { races: Races; games: Games }): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/lab/races",
      summary: "Race many buyers for one seat by one strategy, with or without a fault; answers 202",
      request: raceRequest,
      answer: z.object({ raceId }),
      writes: true,
      async handle(asked, { customer, language }, reply) {
        const decision = races.submit(customer, asked);
        if (!decision.ok) return sendRefusal(reply, language, decision);
        return reply.code(202).send({ raceId: decision.raceId });
      },
    }),
    route({
      method: "GET",
      path: "/api/lab/races/{raceId}",
      summary: "A race: its place in the queue, its steps so far, and its result by the ledger",
      request: z.object({ raceId }),
      answer: z.looseObject({ raceId, status: z.string(), position: z.int() }),
      refusals: [404],
      async handle(asked, { language }, reply) {
        return races.find(asked.raceId) ?? sendRefusal(reply, language, refused("not_found"));
      },
    }),
    route({
      method: "GET",
      path: "/api/lab/strategies/{strategy}/source",
      summary: "The strategy's own source file, with the lines on which its steps are marked",
      request: z.object({ strategy: z.enum(STRATEGY_IDS) }),
      answer: z.object({
        strategy: z.enum(STRATEGY_IDS),
        path: z.string(),
        text: z.string(),
        lines: z.record(z.string(), z.array(z.int())),
      }),
      handle: ({ strategy }) => readSource(strategy),
    }),
    route({
      method: "POST",
      path: "/api/lab/games",
      summary: "Begin a game of “You are the scheduler”; moves given are played at once; answers 201",
      request: gameRequest,
      answer: z.object({ game: z.looseObject({ gameId, moves: z.string(), status: z.string() }) }),
      writes: true,
      async handle(asked, { customer, language }, reply) {
        const decision = await games.start(customer, asked);
        if (!decision.ok) return sendRefusal(reply, language, decision);
        return reply.code(201).send({ game: decision.game });
      },
    }),
    route({
      method: "GET",
      path: "/api/lab/games/{gameId}",
      summary: "A game as it stands",
      request: z.object({ gameId }),
      answer: z.looseObject({ ok: z.literal(true) }),
      refusals: [404],
      async handle(asked, { language }, reply) {
        return sendDecision(reply, language, await games.find(asked.gameId));
      },
    }),
  ];
}
