/** The article's own request, so that its load test runs against this server as published: with DEMO=on only. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { refuse } from "#contract/outcomes";
import * as schemas from "#contract/requests";
import { DEMO_SHOW } from "#db/programme";
import { guestBuyer } from "#server/access/buyer-cookie";
import type { PublicBoxOffice } from "#server/access/public-box-office";
import { type Decision, refused } from "#server/booking/decision";
import { retryHeader, STATUS_OF } from "./answers";
import { type Route, route } from "./route";

/** Sells a seat of the demonstration show by one of the lab's strategies. */
export type BookWithStrategy = (order: {
  strategy: string;
  seat: string;
  buyer: string;
}) => Promise<Decision<{ reference: string }>>;

export interface ArticleRouteDeps {
  boxOffice: PublicBoxOffice;
  bookWithStrategy: BookWithStrategy;
  resetStrategies: () => Promise<void>;
}

export function articleRoutes(deps: ArticleRouteDeps): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/seats/book",
      summary:
        "Book one seat in one shot, as the article has it (only with DEMO=on); strategy picks one of the lab's for the demo show",
      request: schemas.articleBook,
      answer: z.object({ success: z.literal(true), reference: z.string() }),
      refusals: [404, 409],
      writes: true,
      async handle(asked, { buyer, address, isNewcomer, language }, reply) {
        const label = asked.userId === undefined ? undefined : String(asked.userId);
        const bookedBy = isNewcomer && label !== undefined ? guestBuyer(label) : buyer;
        const decision = await book(asked, bookedBy, address);
        if (decision.ok) return { success: true, reference: decision.reference };
        retryHeader(reply, decision);
        const refusal = refuse(decision.code, language, decision);
        return reply
          .code(STATUS_OF[decision.code])
          .send({ ...refusal, success: false, error: refusal.message });
      },
    }),
    {
      method: "POST",
      path: "/api/demo/reset",
      summary: "Put the demo show back to all available (only with DEMO=on)",
      answer: z.object({ ok: z.literal(true) }),
      writes: true,
      async handle() {
        await deps.boxOffice.resetDemo(DEMO_SHOW.id);
        await deps.resetStrategies();
        return { ok: true };
      },
    },
  ];

  async function book(
    asked: schemas.ArticleBook,
    buyer: string,
    address: string,
  ): Promise<Decision<{ reference: string }>> {
    const showId = asked.showId ?? DEMO_SHOW.id;
    if (asked.strategy !== undefined) {
      if (showId !== DEMO_SHOW.id) return refused("invalid", { detail: "strategy: only for the demo show" });
      return deps.bookWithStrategy({ strategy: asked.strategy, seat: asked.seatId, buyer });
    }
    const decision = await deps.boxOffice.book({
      buyer,
      address,
      showId,
      seats: [asked.seatId],
      idempotencyKey: asked.idempotencyKey ?? randomUUID(),
    });
    return decision.ok ? { ok: true, reference: decision.booking.reference } : decision;
  }
}
