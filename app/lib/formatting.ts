/**
 * Money in dong, durations, and times on the cinema's own wall, whatever the buyer's machine thinks. Names of
 * days differ between versions of ICU, so they are formatted on the server only; the rest is safe on both sides.
 */
import type { Language } from "#contract/language";

/** How each language writes numbers and dates. */
export const LOCALE: Record<Language, string> = { en: "en-GB", vi: "vi-VN" };
const TIME_ZONE = "Asia/Ho_Chi_Minh";
const DAY_MS = 86_400_000;

/**
 * No time zone has its midnight within a quarter of an hour, so a moment of one tells the day of all of it. Asking
 * `Intl` for the day of each of thousands of shows would take longer than the rest of the front page.
 */
const QUARTER_MS = 15 * 60_000;
const QUARTERS_KNOWN = 50_000;
const dayOfQuarter = new Map<number, string>();

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

/** "Mon 16 Nov" / "Thứ 2, 16/11". */
export function formatDay(at: number, language: Language): string {
  return shortDay[language].format(at);
}

/** "Monday, 16 November 2026" / "Thứ Hai, 16/11/2026". */
export function formatLongDay(at: number, language: Language): string {
  return longDay[language].format(at);
}

/** The parts of a day tile: "Mon" and "16". */
export function formatDayTile(at: number, language: Language): { weekday: string; date: string } {
  return { weekday: tileWeekday[language].format(at), date: tileDate.format(at) };
}

/** The calendar day in Vietnam, as "2026-11-16". */
export function dayOf(at: number): string {
  const quarter = Math.floor(at / QUARTER_MS);
  const known = dayOfQuarter.get(quarter);
  if (known !== undefined) return known;
  if (dayOfQuarter.size >= QUARTERS_KNOWN) dayOfQuarter.clear();
  const day = isoDay.format(at);
  dayOfQuarter.set(quarter, day);
  return day;
}

/** How many midnights in Vietnam lie between two moments. */
export function daysBetween(from: number, to: number): number {
  return Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS);
}

/** "0.4 ms", "1.25 s". */
export function formatMs(ms: number, language: Language): string {
  if (Math.abs(ms) >= 1000) return `${seconds[language].format(ms / 1000)} s`;
  return `${millis[language].format(ms)} ms`;
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

/** Months have names in English and numbers in Vietnamese. */
const monthNames = { en: "long", vi: "numeric" } as const;
const shortMonthNames = { en: "short", vi: "numeric" } as const;
const shortDay = dateFormats({ weekday: "short", day: "numeric" }, shortMonthNames);
const longDay = dateFormats({ weekday: "long", day: "numeric", year: "numeric" }, monthNames);
const tileWeekday = dateFormats({ weekday: "short" });

const millis = numberFormats({ maximumFractionDigits: 1 });
const seconds = numberFormats({ maximumFractionDigits: 2 });

function dateFormats(
  options: Intl.DateTimeFormatOptions,
  months?: Record<Language, "long" | "short" | "numeric">,
): Record<Language, Intl.DateTimeFormat> {
  const format = (language: Language) =>
    new Intl.DateTimeFormat(LOCALE[language], {
      timeZone: TIME_ZONE,
      ...options,
      ...(months && { month: months[language] }),
    });
  return { en: format("en"), vi: format("vi") };
}

function numberFormats(options: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return {
    en: new Intl.NumberFormat(LOCALE.en, options),
    vi: new Intl.NumberFormat(LOCALE.vi, options),
  };
}
