import type { Localized } from "#contract/language";
import type { RefusalCode, RefusalDetails } from "#contract/outcomes";

/** What the engine decides: an outcome without words. The edges (socket, HTTP) put it into the asker's language. */
export type Decision<T extends object> = ({ ok: true } & T) | Refused;

export interface Refused extends RefusalDetails {
  ok: false;
  code: RefusalCode;
}

export function refused(code: RefusalCode, details: RefusalDetails = {}): Refused {
  return { ok: false, code, ...details };
}

/** What can no longer be had once a show has begun. */
export const BEGUN: Record<"sale" | "cancellation", Localized> = {
  sale: {
    en: "This show has begun. Its seats are no longer sold.",
    vi: "Suất chiếu đã bắt đầu, không còn bán ghế.",
  },
  cancellation: {
    en: "This show has begun. Its bookings can no longer be cancelled.",
    vi: "Suất chiếu đã bắt đầu, không thể huỷ vé nữa.",
  },
};
