// Where the crowd writes down what it is told: a file named by TOLD_FILE, one line of JSON an answer. Without
// one (Artillery started by hand) nothing is written. Synchronous, so that nothing is lost when Artillery ends.
import { openSync, writeSync } from "node:fs";

const file = process.env.TOLD_FILE;
const descriptor = file ? openSync(file, "a") : undefined;

/** @param {import("../judge/told.ts").Told} told */
export function writeDown(told) {
  if (descriptor !== undefined) writeSync(descriptor, `${JSON.stringify(told)}\n`);
}
