export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Absent while the visitor follows the system. */
export const THEME_COOKIE = "theme";

export function readTheme(value: string | undefined | null): Theme | undefined {
  return THEMES.find((theme) => theme === value);
}
