const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookie as a header value or for `document.cookie`; an empty value forgets it. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${value ? YEAR_SECONDS : 0}; SameSite=Lax`;
}

const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Absent while the buyer follows the system. */
export const THEME_COOKIE = "theme";

export function readTheme(value: string | undefined | null): Theme | undefined {
  return THEMES.find((theme) => theme === value);
}
