/**
 * A small breakage that the tests must notice. It is a search and a replacement in the source, so that it says itself
 * where it is no longer true; `tests` are the files that should notice it, the most likely first.
 */
export interface Mutant {
  name: string;
  /** What is broken, in words. */
  breaks: string;
  edits: { file: string; find: string; replace: string }[];
  tests: string[];
}

export const TRANSITIONS = "db/transitions/transitions.test.ts";
export const BOX_OFFICE = "server/booking/box-office.test.ts";
export const GUARD = "server/guard/guard.test.ts";
