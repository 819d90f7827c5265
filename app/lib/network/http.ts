/** Requests over HTTP, answered with the same outcomes as the socket's. */
import type { Outcome } from "#contract/outcomes";
import { WIRE_HEADER, WIRE_VERSION } from "#contract/wire-version";
import { connectionRefusal } from "./connection-refusal";

/** Longer than the slowest test card, shorter than a buyer's patience. */
const ANSWER_TIMEOUT_MS = 30_000;

/** A body of ours, and the version in which it is written. */
export const JSON_HEADERS = { "content-type": "application/json", [WIRE_HEADER]: String(WIRE_VERSION) };

/** `lost`: no answer came, and whether it was done is not known. */
export function post<T extends object>(path: string, body: object): Promise<Outcome<T> | "lost"> {
  return ask(path, {
    method: "POST",
    headers: { ...JSON_HEADERS, accept: "application/json" },
    body: JSON.stringify(body),
  });
}

export function get<T extends object>(path: string): Promise<Outcome<T> | "lost"> {
  return ask(path, { headers: { accept: "application/json" }, cache: "no-store" });
}

async function ask<T extends object>(path: string, request: RequestInit): Promise<Outcome<T> | "lost"> {
  try {
    const response = await fetch(path, { ...request, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const answer: unknown = await response.json();
    if (!isOutcome<T>(answer)) return "lost";
    if (!answer.ok && answer.code === "outdated") connectionRefusal.set("outdated");
    return answer;
  } catch {
    return "lost";
  }
}

function isOutcome<T extends object>(value: unknown): value is Outcome<T> {
  return typeof value === "object" && value !== null && "ok" in value;
}
