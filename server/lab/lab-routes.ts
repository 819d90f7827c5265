/** The lab's HTTP routes. */
import { z } from "zod";
import { raceJoin, raceRequest, raceStepsRequest } from "#contract/lab";
import { gameJoin, gameRequest } from "#contract/lab-game";
import { STRATEGY_IDS } from "#contract/lab-strategies";
import { refused } from "#server/booking/decision";
import { sendDecision, sendRefusal } from "#server/http/answers";
import { type Route, route } from "#server/http/route";
import type { GameRegistry } from "./games/game-registry";
import type { Races } from "./races/races";
import { readStrategySource } from "./strategy-source";

const { raceId } = raceJoin.shape;
const { gameId } = gameJoin.shape;

export function labRoutes({ races, games }: { races: Races; games: GameRegistry }): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/lab/races",
      summary: "Race many buyers for one seat by one strategy, with or without a fault; answers 202",
      request: raceRequest,
      answer: z.object({ raceId }),
      writes: true,
      async handle(asked, { buyer, address, language }, reply) {
        const decision = await races.submit(buyer, asked, address);
        if (!decision.ok) return sendRefusal(reply, language, decision);
        return reply.code(202).send({ raceId: decision.raceId });
      },
    }),
    route({
      method: "GET",
      path: "/api/lab/races/{raceId}",
      summary: "A race: its place in the queue, how far it is, and its result by the ledger",
      request: raceJoin,
      answer: z.looseObject({ raceId, status: z.string(), position: z.int() }),
      refusals: [404],
      async handle(asked, { language }, reply) {
        return (await races.find(asked.raceId)) ?? sendRefusal(reply, language, refused("not_found"));
      },
    }),
    route({
      method: "GET",
      path: "/api/lab/races/{raceId}/steps",
      summary: "Its steps by the page, from the given one; next is where the following page begins",
      request: raceStepsRequest,
      query: ["from"],
      answer: z.object({ steps: z.array(z.looseObject({ lane: z.int() })), next: z.int().nullable() }),
      refusals: [404],
      async handle({ raceId, from }, { language }, reply) {
        return (await races.steps(raceId, from)) ?? sendRefusal(reply, language, refused("not_found"));
      },
    }),
    route({
      method: "GET",
      path: "/api/lab/races/{raceId}/history",
      summary: "What its buyers asked and were told, and when, with the ledger; the race must be over",
      request: raceJoin,
      answer: z.looseObject({ version: z.literal(1), operations: z.array(z.looseObject({})) }),
      refusals: [404],
      async handle(asked, { language }, reply) {
        return (await races.history(asked.raceId)) ?? sendRefusal(reply, language, refused("not_found"));
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
      handle: ({ strategy }) => readStrategySource(strategy),
    }),
    route({
      method: "POST",
      path: "/api/lab/games",
      summary: "Begin a game of “You are the scheduler”; moves given are played at once; answers 201",
      request: gameRequest,
      answer: z.object({ game: z.looseObject({ gameId, moves: z.string(), status: z.string() }) }),
      writes: true,
      async handle(asked, { buyer, address, language }, reply) {
        const decision = await games.start(buyer, asked, address);
        if (!decision.ok) return sendRefusal(reply, language, decision);
        return reply.code(201).send({ game: decision.game });
      },
    }),
    route({
      method: "GET",
      path: "/api/lab/games/{gameId}",
      summary: "A game as it stands",
      request: gameJoin,
      answer: z.looseObject({ ok: z.literal(true) }),
      refusals: [404],
      async handle(asked, { language }, reply) {
        return sendDecision(reply, language, await games.find(asked.gameId));
      },
    }),
  ];
}
