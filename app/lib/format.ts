/**
 * Money in dong and times on the cinema's own wall, whatever the visitor's machine thinks. Names of days differ
 * between versions of ICU, so they are formatted on the server only; money and clock times are safe on both sides.
 */
import type { Language } from "#contract/language";

const TIME_ZONE = "Asia/Ho_Chi_Minh";
const DAY_MS = 86_400_000;

const LOCALE: Record<Language, string> = { en: "en-GB", vi: "vi-VN" };

/**
 * "120 000 ₫" and "120.000 ₫": an English reader would take a point for a decimal one, and the English form
 * of `Intl` puts the sign in front, where nobody in Vietnam writes it.
 */
export function formatMoney(amount: number, language: Language): string {
  if (language === "vi") return numbers.vi.format(amount);
  const digits = numbers.en
    .formatToParts(amount)
    .map((part) => (part.type === "group" ? "\u00a0" : part.value))
    .join("");
  return `${digits}\u00a0₫`;
}

/** "20:45" in both languages. */
export function formatTime(at: number): string {
  return clock.format(at);
}

/** "Mon 16 Nov" / "Thứ 2, 16 thg 11". */
export function formatDay(at: number, language: Language): string {
  return shortDay[language].format(at);
}

/** "Monday, 16 November 2026" / "Thứ Hai, 16 tháng 11, 2026". */
export function formatLongDay(at: number, language: Language): string {
  return longDay[language].format(at);
}

/** The parts of a day tile: "Mon" and "16". */
export function formatDayTile(at: number, language: Language): { weekday: string; date: string } {
  return { weekday: tileWeekday[language].format(at), date: tileDate.format(at) };
}

/** The calendar day in Vietnam, as "2026-11-16". */
export function dayOf(at: number): string {
  return isoDay.format(at);
}

/** How many midnights in Vietnam lie between two moments. */
export function daysBetween(from: number, to: number): number {
  return Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS);
}

const numbers = {
  en: new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 }),
  vi: new Intl.NumberFormat("vi-VN", { style: "currency", currency: "VND" }),
};
const clock = new Intl.DateTimeFormat("en-GB", { timeZone: TIME_ZONE, hour: "2-digit", minute: "2-digit" });
const isoDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const tileDate = new Intl.DateTimeFormat("en-GB", { timeZone: TIME_ZONE, day: "numeric", month: "numeric" });

const shortDay = inBoth({ weekday: "short", day: "numeric", month: "short" });
const longDay = inBoth({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const tileWeekday = inBoth({ weekday: "short" });

function inBoth(options: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> {
  return {
    en: new Intl.DateTimeFormat(LOCALE.en, { timeZone: TIME_ZONE, ...options }),
    vi: new Intl.DateTimeFormat(LOCALE.vi, { timeZone: TIME_ZONE, ...options }),
  };
}
