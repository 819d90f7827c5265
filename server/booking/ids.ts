import { createHash, randomBytes, randomInt } from "node:crypto";

/** Letters and digits nobody confuses when reading a reference aloud: no 0 O, 1 I L, U V, 5 S, 2 Z, 8 B. */
const ALPHABET = "34679ACDEFGHJKMNPQRTWXY";
const REFERENCE_LENGTH = 8;

export function newReference(): string {
  let number = randomInt(ALPHABET.length ** REFERENCE_LENGTH);
  let reference = "";
  while (reference.length < REFERENCE_LENGTH) {
    reference += ALPHABET[number % ALPHABET.length];
    number = Math.floor(number / ALPHABET.length);
  }
  return reference;
}

/** A hold's id says which show it is of, so any node can find it by the show's own rows. */
export function newHoldId(showId: string): string {
  return `${showId}.${randomBytes(15).toString("base64url")}`;
}

const node = randomBytes(9).toString("base64url");
let attempts = 0;

/** The owner token of an attempt: unique to it, and its first part is known to nobody outside this process. */
export function newAttemptToken(): string {
  attempts += 1;
  return `${node}${attempts}`;
}

export function showOfHold(holdId: string): string {
  return holdId.slice(0, holdId.indexOf("."));
}

/** The random part of a hold's id: the owner token of its guards. */
export function tokenOfHold(holdId: string): string {
  return holdId.slice(holdId.indexOf(".") + 1);
}

/** What a key was used for, so that the same key with other content is noticed. */
export function hashRequest(kind: string, parts: string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, ...parts]))
    .digest("base64url")
    .slice(0, 22);
}
