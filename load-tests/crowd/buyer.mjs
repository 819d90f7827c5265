// A buyer's name and choices. The name is in every request, so that the ledger can be joined with it.
import { randomBytes } from "node:crypto";

const run = process.env.RUN_NAME ?? randomBytes(4).toString("hex");
const worker = process.env.LOCAL_WORKER_ID ?? "1";
let arrived = 0;

export function nextBuyer() {
  arrived += 1;
  return `${run}-${worker}-${arrived}`;
}

/**
 * Up to `wanted` free seats in the map's order. Everyone prefers the same end of the auditorium, so they meet.
 * @param {string} map one seat code per seat
 * @param {string[]} labels
 * @param {number} wanted
 * @returns {string[]}
 */
export function freeSeats(map, labels, wanted) {
  const free = labels.filter((_, seat) => map[seat] === "a");
  const start = Math.floor(Math.random() ** 2 * Math.max(1, free.length - wanted + 1));
  return free.slice(start, start + wanted);
}

/**
 * @template T
 * @param {readonly T[]} from
 * @returns {T | undefined}
 */
export function anyOf(from) {
  return from[Math.floor(Math.random() * from.length)];
}

/** One to four seats, most often two. */
export function partySize() {
  return anyOf([1, 2, 2, 2, 3, 4]) ?? 2;
}
