/** What a request can come to. Contention is a value, not an exception. */
import type { Language, Localized } from "./language";

export type { Booking, BookingDetails, Hold, HoldState, PaymentState } from "./answers";

export const REFUSAL_CODES = [
  "seat_taken",
  "hold_expired",
  "not_yours",
  "too_many_seats",
  "too_many_held",
  "rate_limited",
  "invalid",
  "not_found",
  "idempotency_mismatch",
  "pending",
  "unavailable",
  "payment_declined",
  "payment_under_way",
  "outdated",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  ok: false;
  code: RefusalCode;
  /** For people, in the language of the request. */
  message: string;
  /** With `seat_taken`: the labels that could not be had. */
  seats?: string[];
  /** With `rate_limited` and `too_many_held`: when to try again. */
  retryAfterMs?: number;
  /** With `too_many_seats`: how many are allowed. */
  limit?: number;
}

export type Outcome<T extends object> = ({ ok: true } & T) | Refusal;

export interface RefusalDetails {
  seats?: string[] | undefined;
  retryAfterMs?: number | undefined;
  limit?: number | undefined;
  detail?: string | undefined;
  /** In place of the code's own sentence, where that would not say enough. */
  sentence?: Localized | undefined;
}

export function refuse(code: RefusalCode, language: Language, details: RefusalDetails = {}): Refusal {
  return {
    ok: false,
    code,
    message: details.sentence?.[language] ?? MESSAGES[code][language](details),
    ...(details.seats && { seats: details.seats }),
    ...(details.retryAfterMs !== undefined && { retryAfterMs: details.retryAfterMs }),
    ...(details.limit !== undefined && { limit: details.limit }),
  };
}

type Sentence = (details: RefusalDetails) => string;
const seatsIn = (details: RefusalDetails, otherwise: string) => details.seats?.join(", ") || otherwise;
const detailIn = (details: RefusalDetails) => (details.detail ? `: ${details.detail}` : ".");

const MESSAGES: Record<RefusalCode, Record<Language, Sentence>> = {
  seat_taken: {
    en: (d) => `${seatsIn(d, "That seat")} was just taken.`,
    vi: (d) => `${seatsIn(d, "Ghế này")} vừa có người chọn mất.`,
  },
  hold_expired: {
    en: () => "Your hold has ended. Please pick again.",
    vi: () => "Thời gian giữ ghế đã hết. Vui lòng chọn lại.",
  },
  not_yours: { en: () => "That belongs to someone else.", vi: () => "Mục này thuộc về người khác." },
  too_many_seats: {
    en: (d) => `You can hold up to ${d.limit ?? 8} seats for one show.`,
    vi: (d) => `Bạn chỉ giữ được tối đa ${d.limit ?? 8} ghế cho một suất chiếu.`,
  },
  too_many_held: {
    en: () =>
      "Many seats of this show are already held from your network. Please try again in a few minutes.",
    vi: () => "Từ mạng của bạn đã có nhiều ghế của suất chiếu này được giữ. Vui lòng thử lại sau ít phút.",
  },
  rate_limited: {
    en: () => "Too many attempts. Please wait a moment.",
    vi: () => "Quá nhiều lượt thử. Vui lòng đợi một chút.",
  },
  invalid: {
    en: (d) => `That request could not be understood${detailIn(d)}`,
    vi: (d) => `Yêu cầu không hợp lệ${detailIn(d)}`,
  },
  not_found: { en: () => "Not found.", vi: () => "Không tìm thấy." },
  idempotency_mismatch: {
    en: () => "This key was already used for a different request.",
    vi: () => "Khoá này đã được dùng cho một yêu cầu khác.",
  },
  pending: {
    en: () => "We do not know yet whether this went through. Repeat it with the same key.",
    vi: () => "Chưa rõ yêu cầu đã hoàn tất hay chưa. Hãy gửi lại với cùng khoá.",
  },
  unavailable: {
    en: () => "Nothing can be sold right now. Please try again shortly.",
    vi: () => "Hiện chưa thể bán vé. Vui lòng thử lại sau giây lát.",
  },
  payment_under_way: {
    en: () => "These seats are being paid for. They can be changed once the bank has answered.",
    vi: () => "Những ghế này đang được thanh toán. Bạn có thể đổi ghế sau khi ngân hàng trả lời.",
  },
  payment_declined: {
    en: () => "The card was declined. Nothing was charged, and your seats are still held for you.",
    vi: () => "Thẻ bị từ chối. Bạn chưa bị trừ tiền và ghế vẫn được giữ cho bạn.",
  },
  outdated: {
    en: () => "Last Seat has been renewed since this page was opened. Please reload it.",
    vi: () => "Last Seat đã được cập nhật từ khi bạn mở trang này. Vui lòng tải lại trang.",
  },
};
