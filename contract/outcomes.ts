/** What a request can come to. Contention is a value, not an exception. */
import type { Language, Localized } from "./language";

export const REFUSAL_CODES = [
  "seat_taken",
  "hold_expired",
  "not_yours",
  "too_many_seats",
  "rate_limited",
  "invalid",
  "not_found",
  "idempotency_mismatch",
  "pending",
  "unavailable",
  "payment_declined",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  ok: false;
  code: RefusalCode;
  /** For people, in the language of the request. */
  message: string;
  /** With `seat_taken`: the labels that could not be had. */
  seats?: string[];
  /** With `rate_limited`: when to try again. */
  retryAfterMs?: number;
}

export type Outcome<T extends object> = ({ ok: true } & T) | Refusal;

export interface Hold {
  id: string;
  showId: string;
  seats: string[];
  /** Epoch milliseconds on the server's clock; compare with `serverNow` of the same answer. */
  expiresAt: number;
  /** False once the hold has reached the longest time a hold may last. */
  extendable: boolean;
}

export interface Booking {
  reference: string;
  showId: string;
  seats: string[];
  /** Whole VND. */
  total: number;
}

/** A booking as its owner sees it later. */
export interface BookingDetails extends Booking {
  createdAt: number;
  cancelledAt: number | null;
  name: string | null;
  email: string | null;
}

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
  rate_limited: {
    en: () => "Too many attempts. Please wait a moment.",
    vi: () => "Quá nhiều lượt thử. Vui lòng đợi một chút.",
  },
  invalid: {
    en: (d) => `That request could not be understood${detailIn(d)}`,
    vi: (d) => `Yêu cầu không hợp lệ${detailIn(d)}`,
  },
  not_found: { en: () => "There is no such thing here.", vi: () => "Không tìm thấy." },
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
  payment_declined: {
    en: () => "The card was declined. Nothing was charged, and your seats are still held for you.",
    vi: () => "Thẻ bị từ chối. Bạn chưa bị trừ tiền và ghế vẫn được giữ cho bạn.",
  },
};
