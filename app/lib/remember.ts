const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A preference cookie as a header value or for `document.cookie`; an empty value forgets it. */
export function rememberCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${value ? YEAR_SECONDS : 0}; SameSite=Lax`;
}
