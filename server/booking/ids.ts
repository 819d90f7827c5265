import { createHash, hash, randomBytes, randomInt } from "node:crypto";

/** Letters and digits nobody confuses when reading a reference aloud: no 0 O, 1 I L, U V, 5 S, 2 Z, 8 B. */
const ALPHABET = "34679ACDEFGHJKMNPQRTWXY";
/** A reference is three letters that lead to its show, and five of its own. */
const PREFIX_LENGTH = 3;
const OWN_LENGTH = 5;
const PREFIXES = ALPHABET.length ** PREFIX_LENGTH;

/** `prefix`: of its show. */
export function newReference(prefix: string): string {
  return prefix + spell(randomInt(ALPHABET.length ** OWN_LENGTH), OWN_LENGTH);
}

/** The same sum of the same digest as the index `shows_reference_prefix` has for a show, in letters. */
export function referencePrefix(showId: string): string {
  const digest = createHash("md5").update(showId).digest("hex").slice(0, 6);
  return spell(Number.parseInt(digest, 16) % PREFIXES, PREFIX_LENGTH);
}

/** The number its show has, if there is such a show at all. */
export function prefixOfReference(reference: string): number {
  return [...reference.slice(0, PREFIX_LENGTH)].reduceRight(
    (number, letter) => number * ALPHABET.length + ALPHABET.indexOf(letter),
    0,
  );
}

function spell(number: number, length: number): string {
  let letters = "";
  for (let rest = number; letters.length < length; rest = Math.floor(rest / ALPHABET.length)) {
    letters += ALPHABET[rest % ALPHABET.length];
  }
  return letters;
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
  return hash("sha256", JSON.stringify([kind, ...parts]), "base64url").slice(0, 22);
}
