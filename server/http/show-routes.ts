import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { z } from "zod";
import * as schemas from "#contract/requests";
import { SEAT_CODES } from "#contract/seat-codes";
import type { Programme } from "#contract/shows";
import { readChangesAfter } from "#db/queries/read-changes";
import { readShow } from "#db/queries/read-programme";
import { readSnapshot } from "#db/queries/read-snapshot";
import type { Shows } from "#server/booking/shows";
import type { Feed } from "#server/feed/feed";
import type { ProgrammeCache } from "#server/programme/programme-cache";
import { sendRefusal } from "./answers";
import { type Route, route } from "./route";

/** More changes than this are answered with a snapshot, which is smaller. */
const CHANGES_LIMIT = 500;

export interface ShowRouteDeps {
  db: NodePgDatabase;
  pool: pg.Pool;
  programme: ProgrammeCache;
  shows: Shows;
  feed: Feed;
}

export function showRoutes(deps: ShowRouteDeps): Route[] {
  const jsonOfProgramme = rememberJson<Programme>();
  return [
    {
      method: "GET",
      path: "/api/shows",
      summary: "Movies and the shows to come, with seats left",
      answer: z.object({ movies: z.array(z.object({}).loose()), shows: z.array(z.object({}).loose()) }),
      handle: async (_, reply) =>
        reply.type("application/json; charset=utf-8").send(jsonOfProgramme(await deps.programme.read())),
    },
    route({
      method: "GET",
      path: "/api/shows/{showId}",
      summary: "One show: movie, auditorium with its layout, prices",
      request: schemas.showLeave,
      answer: z.object({ id: z.string() }).loose(),
      refusals: [404],
      async handle({ showId }, request, reply) {
        // Not from memory: the demo show is moved from evening to evening.
        const show = await readShow(deps.db, showId);
        return show ?? sendRefusal(reply, request.language, { ok: false, code: "not_found" });
      },
    }),
    route({
      method: "GET",
      path: "/api/shows/{showId}/seats",
      summary:
        "Every seat's status at one version (a, h, b, x: available, held, booked, blocked), or the changes since one",
      request: z.object({ ...schemas.showLeave.shape, since: z.coerce.number().int().min(0).optional() }),
      query: ["since"],
      answer: z.union([
        z.object({ showId: z.string(), version: z.int(), labels: z.array(z.string()), seats: z.string() }),
        z.object({
          showId: z.string(),
          version: z.int(),
          from: z.int(),
          changes: z.array(z.tuple([z.int(), z.string()])),
        }),
      ]),
      refusals: [404],
      async handle({ showId, since }, request, reply) {
        const show = await deps.shows.find(showId);
        const snapshot =
          show && (deps.feed.watched(showId)?.snapshot() ?? (await readSnapshot(deps.pool, showId)));
        if (!snapshot) return sendRefusal(reply, request.language, { ok: false, code: "not_found" });
        const etag = `"${showId}-${snapshot.version}"`;
        reply.header("etag", etag).header("cache-control", "private, no-cache");
        if (request.headers["if-none-match"] === etag) return reply.code(304).send();
        const changes = since === undefined ? undefined : await changesSince(showId, since, snapshot.version);
        if (since !== undefined && changes)
          return { showId, from: since, version: snapshot.version, changes };
        return { ...snapshot, labels: show.seats.map(({ label }) => label) };
      },
    }),
  ];

  async function changesSince(showId: string, since: number, version: number) {
    if (since > version || version - since > CHANGES_LIMIT) return undefined;
    const live = deps.feed.watched(showId);
    const kept = live?.version() === version ? live.since(since) : undefined;
    if (kept) return kept;
    const logged = await readChangesAfter(deps.pool, showId, since, version - since);
    if (logged?.to !== version) return undefined;
    return [...new Map(logged.changes.map(([seat, status]) => [seat, SEAT_CODES[status]]))];
  }
}

/** A programme of thousands of shows takes longer to write down than to send; it changes a few times a second at most. */
function rememberJson<T extends object>(): (value: T) => string {
  let last: { value: T; json: string } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, json: JSON.stringify(value) };
    return last.json;
  };
}
