/** An HTTP request to the lab. A refusal is a value; null means that no lab answered. */
import type { Outcome, Refusal } from "#contract/outcomes";
import { JSON_HEADERS } from "../../lib/network/http";

const ANSWER_TIMEOUT_MS = 20_000;

export async function requestLab<T extends object>(
  path: string,
  isAnswer: (answer: object) => answer is T,
  body?: object,
): Promise<Outcome<T> | null> {
  try {
    const response = await fetch(`/api/lab/${path}`, {
      ...(body && {
        method: "POST",
        headers: JSON_HEADERS,
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const answer: unknown = await response.json();
    if (typeof answer !== "object" || answer === null) return null;
    if (response.ok && isAnswer(answer)) return { ...answer, ok: true };
    return isRefusal(answer) ? answer : null;
  } catch {
    return null;
  }
}

function isRefusal(answer: object): answer is Refusal {
  return "ok" in answer && answer.ok === false && "message" in answer;
}
