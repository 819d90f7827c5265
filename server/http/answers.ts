import type { FastifyReply } from "fastify";
import type { Language } from "#contract/language";
import { type RefusalCode, refuse } from "#contract/outcomes";
import type { Decision, Refused } from "#server/booking/decision";

export const STATUS_OF: Record<RefusalCode, number> = {
  seat_taken: 409,
  hold_expired: 410,
  not_yours: 403,
  too_many_seats: 400,
  too_many_held: 429,
  rate_limited: 429,
  invalid: 400,
  not_found: 404,
  idempotency_mismatch: 409,
  pending: 503,
  unavailable: 503,
  payment_declined: 402,
  payment_under_way: 409,
  outdated: 426,
};

export function sendDecision(
  reply: FastifyReply,
  language: Language,
  decision: Decision<object>,
): FastifyReply {
  return decision.ok ? reply.send(decision) : sendRefusal(reply, language, decision);
}

export function sendRefusal(reply: FastifyReply, language: Language, refusal: Refused): FastifyReply {
  retryHeader(reply, refusal);
  const status = reply.statusCode === 200 ? STATUS_OF[refusal.code] : reply.statusCode;
  return reply.code(status).send(refuse(refusal.code, language, refusal));
}

export function retryHeader(reply: FastifyReply, refusal: Refused): void {
  const seconds = Math.ceil((refusal.retryAfterMs ?? 0) / 1000);
  if (seconds > 0) reply.header("retry-after", seconds);
  else if (STATUS_OF[refusal.code] === 503) reply.header("retry-after", 1);
}
