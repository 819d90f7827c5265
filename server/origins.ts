/**
 * Which pages may open a socket or write: our own, and those configured. A request without an Origin header
 * does not come from a page (a script, a load test) and carries no one's cookies against their will.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  return parsed !== undefined && host !== undefined && parsed.host === host;
}
