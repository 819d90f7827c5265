/**
 * Telling an outage from a bug. When the connection is lost the fate of a statement is unknown, not failed;
 * every statement of the engine may be repeated, so it is, once or twice, on another connection.
 */

/** What a call whose deadline has passed answers, instead of doing anything. */
export const TOO_LATE = "LS001";

const REPEAT_AFTER_MS = [50, 400];
/** A database that took this long not to answer is not asked again: the buyer hears so instead. */
const PATIENCE_MS = 3_000;

export class PostgresUnavailable extends Error {
  override name = "PostgresUnavailable";
  /** True when a statement had been sent, so that it may have been carried out. */
  readonly outcomeUnknown: boolean;

  constructor(outcomeUnknown: boolean, cause?: unknown) {
    super("Postgres does not answer", { cause });
    this.outcomeUnknown = outcomeUnknown;
  }
}

/** `onRepeated` is called when the answer is not the first attempt's, which may have been carried out unheard. */
export async function repeatedOnOutage<T>(
  statement: () => Promise<T>,
  onRepeated: () => void = () => {},
): Promise<T> {
  let outcomeUnknown = false;
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await statement();
      if (outcomeUnknown) onRepeated();
      return answer;
    } catch (error) {
      if (!isOutage(error)) throw error;
      outcomeUnknown ||= !wasNotCarriedOut(error);
      const pauseMs = REPEAT_AFTER_MS[attempt];
      const isPatient = performance.now() - startedAt < PATIENCE_MS;
      if (pauseMs === undefined || !isPatient) throw new PostgresUnavailable(outcomeUnknown, error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/**
 * Classes of SQLSTATE that say nothing about the request: connection, resources, operator (a time-out too), deadlock,
 * a lock not had in time, a read-only standby, a transaction nobody went on with; and our own for a call that came too
 * late.
 */
const OUTAGE_STATES = new RegExp(`^(08|53|57|58|40|55P03|25006|25P03|25P04|${TOO_LATE})`);
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);

export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PostgresUnavailable) return true;
  // Drizzle wraps what the driver threw.
  if (error.cause !== undefined && isOutage(error.cause)) return true;
  const code = codeOf(error);
  if (code) return NETWORK_CODES.has(code) || (/^[0-9A-Z]{5}$/.test(code) && OUTAGE_STATES.test(code));
  return /terminat|timeout|timed out|connection (closed|ended)|not queryable/i.test(error.message);
}

/** The show's row could not be had in time: its transition is held up, others' are not. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** Refused at the door, by a standby, given up in the queue for a lock, or too late. */
const NOTHING_DONE = new Set(["ECONNREFUSED", "57P03", "25006", "55P03", TOO_LATE]);

/** Nothing can have been carried out. */
function wasNotCarriedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PostgresUnavailable) return !error.outcomeUnknown;
  if (NOTHING_DONE.has(codeOf(error) ?? "")) return true;
  return /timeout exceeded when trying to connect/.test(error.message);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
