// The functions that the scenarios name. Artillery gives each the virtual user, whose `vars` the templates of
// the scenario read and captures fill.
import { anyOf, freeSeats, nextBuyer, partySize } from "./crowd/buyer.mjs";
import { waitForCrowd } from "./crowd/wait-for-crowd.mjs";

export { noteFailure, noteRequest, noteResponse } from "./crowd/http-hooks.mjs";
export { confirmBySocket, holdBySocket, joinMap, watchUntilTheEnd } from "./crowd/socket-buyers.mjs";

/** @typedef {import("./crowd/artillery.ts").VirtualUser} VirtualUser */

const LONGEST_RUN_MS = 600_000;

/** @param {VirtualUser} user */
export async function nameBuyer(user) {
  user.vars.buyer = nextBuyer();
}

/** @param {VirtualUser} user */
export async function waitForTheCrowd(user) {
  await waitForCrowd(Number(user.vars.crowd));
}

/**
 * Any of the shows that `before` has captured.
 * @param {VirtualUser} user
 */
export async function chooseAnyShow(user) {
  user.vars.showId = anyOf(showsOf(user))?.id;
}

/**
 * The show with most seats left, the same for everyone: it is chosen before the first one arrives.
 * @param {VirtualUser} user
 */
export async function chooseEmptiestShow(user) {
  user.vars.showId = showsOf(user).toSorted((a, b) => b.seatsLeft - a.seatsLeft)[0]?.id;
}

/**
 * From the map as the buyer has just read it; others are reading it too.
 * @param {VirtualUser} user
 */
export async function chooseSeats(user) {
  const labels = Array.isArray(user.vars.labels) ? user.vars.labels.map(String) : [];
  user.vars.seats = freeSeats(String(user.vars.map), labels, partySize());
}

/** @param {VirtualUser["vars"]} vars */
export function hasChosen(vars) {
  return Array.isArray(vars.seats) && vars.seats.length > 0;
}

/** @param {VirtualUser["vars"]} vars */
export function isHolding(vars) {
  return typeof vars.holdId === "string";
}

/**
 * Whoever was too late looks again, as long as there is something to be had.
 * @param {VirtualUser} user
 * @param {(goOn: boolean) => void} next
 */
export function isStillLooking(user, next) {
  const { vars } = user;
  const looks = Number(vars.looks ?? 0) + 1;
  vars.looks = looks;
  next(looks < 4 && !vars.isServed && hasChosen(vars));
}

/**
 * What is on sale and still will be when the run is over: a show that has begun sells nothing more.
 * @param {VirtualUser} user
 * @returns {{ id: string, seatsLeft: number }[]}
 */
function showsOf({ vars }) {
  const shows = Array.isArray(vars.shows) ? vars.shows : [];
  return shows.filter(({ id, startsAt }) => id === "demo" || startsAt > Date.now() + LONGEST_RUN_MS);
}
