/** Puts what happened to the buyer into a sentence. */
import type { LayoutSeat } from "#contract/layout";
import type { Tone } from "../../components/notice";
import type { NoticeText } from "../../lib/messages/show-notices";
import type { BuyerNotice } from "../buyer-actions";
import { joinLabels } from "../seat-plan/seat-plan";

export function noticeText(notice: BuyerNotice, { notice: text }: NoticeText): string {
  switch (notice.kind) {
    case "taken":
      return text.taken(joinLabels(notice.seats), notice.seats.length);
    case "not-free":
      switch (notice.view) {
        case "sold":
          return text.isSold(notice.seat.label);
        case "ticket":
          return text.isTicket(notice.seat.label);
        case "blocked":
          return text.isBlocked(notice.seat.label);
        default:
          return text.isHeld(notice.seat.label);
      }
    case "begun":
      return text.begun;
    case "too-many":
      return text.tooMany(notice.limit);
    case "best-held":
      return text.bestHeld(joinLabels(notice.seats), notice.tries);
    case "best-apart":
      return text.bestApart(notice.count, joinLabels(notice.offer));
    case "best-none":
      return text.bestNone(notice.count);
    case "extended":
      return text.extended;
    case "lost":
      return text.lost;
    case "offline":
      return text.offline;
    case "refused":
      return refusalText(notice, text);
  }
}

/** The server's own sentence is in the language of the connection, which may have been changed since. */
function refusalText(notice: Extract<BuyerNotice, { kind: "refused" }>, text: NoticeText["notice"]): string {
  switch (notice.code) {
    case "hold_expired":
    case "not_yours":
    case "not_found":
      return text.holdOver;
    case "rate_limited":
      return text.rateLimited;
    case "too_many_held":
      return text.tooManyHeld;
    case "unavailable":
      return text.unavailable;
    default:
      return notice.message;
  }
}

export function noticeTone(notice: BuyerNotice): Tone {
  switch (notice.kind) {
    case "best-held":
    case "extended":
      return "good";
    case "taken":
    case "not-free":
    case "begun":
    case "best-apart":
    case "best-none":
    case "too-many":
      return "warning";
    default:
      return "bad";
  }
}

export function noticeOffers(notice: BuyerNotice): readonly (readonly LayoutSeat[])[] {
  if (notice.kind === "taken" || notice.kind === "not-free") return notice.offers;
  return notice.kind === "best-apart" ? [notice.offer] : [];
}
