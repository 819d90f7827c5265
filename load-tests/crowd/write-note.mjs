// Where the crowd writes down what it is told: a file named by NOTES_FILE, one line of JSON an answer. Without
// one (Artillery started by hand) nothing is written. Synchronous, so that nothing is lost when Artillery ends.
import { openSync, writeSync } from "node:fs";

const file = process.env.NOTES_FILE;
const descriptor = file ? openSync(file, "a") : undefined;

/** @param {import("../judge/client-notes.ts").ClientNote} note */
export function writeNote(note) {
  if (descriptor !== undefined) writeSync(descriptor, `${JSON.stringify(note)}\n`);
}
