// Viewers and buyers who come through Socket.io. Artillery opens the socket; what is said over it is ours,
// because its own steps wait for an acknowledgement for ever and cannot follow a map.
import { freeSeats, nextBuyer, partySize } from "./buyer.mjs";
import { LiveMap, request } from "./live-map.mjs";
import { writeNote } from "./write-note.mjs";

/**
 * @typedef {import("./artillery.ts").VirtualUser} VirtualUser
 * @typedef {import("../judge/client-notes.ts").Operation} Operation
 */

/** @type {WeakMap<VirtualUser, LiveMap>} */
const maps = new WeakMap();
/** When the first of this process arrived: everyone's last look is counted from then. */
let openedAt = 0;

/** @param {VirtualUser} user */
export async function joinMap(user) {
  openedAt ||= performance.now();
  user.vars.buyer = nextBuyer();
  const map = new LiveMap(socketOf(user), String(user.vars.showId));
  maps.set(user, map);
  await map.join();
}

/**
 * Stays until everything has happened, and writes down what is on the screen then.
 * @param {VirtualUser} user
 */
export async function watchUntilTheEnd(user) {
  const leftMs = openedAt + Number(user.vars.lastLookAfterS) * 1000 - performance.now();
  await new Promise((resolve) => setTimeout(resolve, leftMs));
  const map = mapOf(user);
  writeNote({
    kind: "screen",
    viewer: String(user.vars.buyer),
    showId: map.showId,
    version: map.version,
    seats: map.seats,
    packets: map.packets,
    gaps: map.gaps,
    seenAt: Date.now(),
  });
}

/** @param {VirtualUser} user */
export async function holdBySocket(user) {
  const labels = Array.isArray(user.vars.labels) ? user.vars.labels.map(String) : [];
  const seats = freeSeats(mapOf(user).seats, labels, partySize());
  user.vars.seats = seats;
  if (seats.length === 0) return;
  const held = await ask(user, "hold", "seat:hold", { showId: user.vars.showId, seats });
  user.vars.holdId = held.ok ? held.hold.id : undefined;
}

/** @param {VirtualUser} user */
export async function confirmBySocket(user) {
  const { holdId, buyer } = user.vars;
  if (!holdId) return;
  await ask(user, "confirm", "booking:confirm", { holdId, idempotencyKey: buyer, name: buyer });
}

/**
 * @param {VirtualUser} user
 * @param {Operation} operation
 * @param {string} event
 * @param {object} payload
 */
async function ask(user, operation, event, payload) {
  const askedAt = Date.now();
  const startedAt = performance.now();
  const answer = await request(socketOf(user), event, payload);
  const { code } = answer;
  writeNote({
    kind: "answer",
    operation,
    buyer: String(user.vars.buyer),
    showId: String(user.vars.showId),
    seats: Array.isArray(user.vars.seats) ? user.vars.seats.map(String) : [],
    outcome: answer.ok ? "done" : outcomeOf(code),
    ...(!answer.ok && { code }),
    ...(answer.booking && { reference: answer.booking.reference }),
    ...(answer.hold && { heldForMs: answer.hold.expiresAt - answer.serverNow }),
    askedAt,
    tookMs: performance.now() - startedAt,
  });
  return answer;
}

/** @param {string} code */
function outcomeOf(code) {
  if (code === "unanswered") return "unanswered";
  return code === "unavailable" || code === "pending" ? "error" : "refused";
}

/** @param {VirtualUser} user */
function socketOf(user) {
  const socket = user.sockets?.[""];
  if (!socket) throw new Error("Artillery has not opened a socket");
  return socket;
}

/** @param {VirtualUser} user */
function mapOf(user) {
  const map = maps.get(user);
  if (!map) throw new Error("joinMap comes first");
  return map;
}
