// What a buyer asks over HTTP and what it is told: hooks around Artillery's own requests.
import { writeNote } from "./write-note.mjs";

/**
 * @typedef {import("./artillery.ts").VirtualUser} VirtualUser
 * @typedef {import("./artillery.ts").HttpRequest} HttpRequest
 * @typedef {import("./artillery.ts").HttpResponse} HttpResponse
 * @typedef {import("../judge/client-notes.ts").Answer} Answer
 * @typedef {Pick<Answer, "operation" | "buyer" | "showId" | "seats">} Question
 */

/** The lab's strategy that this run sells by; empty is the box office itself. */
const strategy = process.env.STRATEGY || undefined;
const DEMO_SHOW = "demo";

/** @type {WeakMap<VirtualUser, { askedAt: number, startedAt: number }>} */
const underWay = new WeakMap();

/**
 * Before a request: adds the strategy, and notes the time.
 * @param {HttpRequest} request
 * @param {VirtualUser} user
 */
export async function noteRequest(request, user) {
  if (strategy && request.url.endsWith("/api/seats/book")) request.json = { ...request.json, strategy };
  underWay.set(user, { askedAt: Date.now(), startedAt: performance.now() });
}

/**
 * After a response: writes down what a buyer was told, and remembers what it may go on with.
 * @param {HttpRequest} request
 * @param {HttpResponse} response
 * @param {VirtualUser} user
 */
export async function noteResponse(request, response, user) {
  const question = questionOf(request, user);
  if (!question) return;
  const answer = readJson(response.body);
  const done = response.statusCode === 200;
  const decided = done || (response.statusCode < 500 && typeof answer.code === "string");
  answered(user, {
    ...question,
    outcome: done ? "done" : decided ? "refused" : "error",
    ...(!done && { code: String(answer.code ?? response.statusCode) }),
    ...referenceIn(answer),
    ...(answer.hold && { heldForMs: answer.hold.expiresAt - answer.serverNow }),
  });
  user.vars.holdId = question.operation === "hold" && done ? answer.hold?.id : undefined;
  user.vars.isServed = question.operation === "confirm" && done;
}

/**
 * After a failure of the connection: nobody knows whether it was done. Artillery may call this twice for one
 * failure, and wants a callback here.
 * @param {Error & { code?: string }} error
 * @param {HttpRequest} request
 * @param {VirtualUser} user
 * @param {unknown} _events
 * @param {() => void} next
 */
export function noteFailure(error, request, user, _events, next) {
  const question = questionOf(request, user);
  if (question && underWay.has(user)) {
    answered(user, { ...question, outcome: "unanswered", code: error.code ?? error.name });
  }
  user.vars.holdId = undefined;
  next();
}

/**
 * @param {VirtualUser} user
 * @param {Omit<Answer, "kind" | "askedAt" | "tookMs">} answer
 */
function answered(user, answer) {
  const { askedAt, startedAt } = underWay.get(user) ?? { askedAt: Date.now(), startedAt: performance.now() };
  underWay.delete(user);
  writeNote({ kind: "answer", ...answer, askedAt, tookMs: performance.now() - startedAt });
}

/**
 * Undefined for requests that decide nothing.
 * @param {HttpRequest} request
 * @param {VirtualUser} user
 * @returns {Question | undefined}
 */
function questionOf({ method, url, json }, { vars }) {
  const path = new URL(url, "http://localhost").pathname;
  const own = { buyer: String(vars.buyer), showId: String(vars.showId), seats: textsIn(vars.seats) };
  if (method === "POST" && path === "/api/seats/book") {
    const showId = String(json?.showId ?? DEMO_SHOW);
    return { operation: "book", buyer: String(json?.userId), showId, seats: [String(json?.seatId)] };
  }
  if (method === "POST" && path === "/api/holds") return { operation: "hold", ...own };
  if (method === "POST" && path.endsWith("/confirm")) return { operation: "confirm", ...own };
  if (method === "DELETE" && path.startsWith("/api/holds/")) return { operation: "release", ...own };
  return undefined;
}

/** @param {Record<string, any>} answer */
function referenceIn(answer) {
  const reference = answer.reference ?? answer.booking?.reference;
  return typeof reference === "string" ? { reference } : {};
}

/** @param {unknown} value */
function textsIn(value) {
  return Array.isArray(value) ? value.map(String) : [];
}

/**
 * @param {string | undefined} body
 * @returns {Record<string, any>}
 */
function readJson(body) {
  try {
    return JSON.parse(body ?? "") ?? {};
  } catch {
    return {};
  }
}
