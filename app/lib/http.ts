/** Writes over HTTP, answered with the same outcomes as the socket's. */
import type { Outcome } from "#contract/outcomes";

/** Longer than the slowest test card, shorter than a buyer's patience. */
const ANSWER_TIMEOUT_MS = 30_000;

/** `lost`: no answer came, and whether it was done is not known. */
export async function post<T extends object>(path: string, body: object): Promise<Outcome<T> | "lost"> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const answer: unknown = await response.json();
    return isOutcome<T>(answer) ? answer : "lost";
  } catch {
    return "lost";
  }
}

function isOutcome<T extends object>(value: unknown): value is Outcome<T> {
  return typeof value === "object" && value !== null && "ok" in value;
}
