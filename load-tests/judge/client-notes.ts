/** What one client was told about one request, as the crowd writes it down: one line of JSON each. */

export type Operation = "book" | "hold" | "confirm" | "release";

/**
 * `done`: as asked. `refused`: a decision against it. `error`: an answer that is no decision (500, 503).
 * `unanswered`: no answer at all, so that it may or may not have been done.
 */
export type Outcome = "done" | "refused" | "error" | "unanswered";

export interface Answer {
  kind: "answer";
  operation: Operation;
  /** A name no one else in the run has; the ledger carries it too. */
  buyer: string;
  showId: string;
  /** Labels. */
  seats: string[];
  outcome: Outcome;
  /** The refusal's code, or the status or error where there is none. */
  code?: string;
  reference?: string;
  /** Of a granted hold: for how long it was promised. */
  heldForMs?: number;
  /** Epoch milliseconds on the client's clock. */
  askedAt: number;
  tookMs: number;
}

/** What a viewer's screen showed at the end: the map it had built from a snapshot and the changes after it. */
export interface ScreenNote {
  kind: "screen";
  viewer: string;
  showId: string;
  version: number;
  /** One seat code per seat. */
  seats: string;
  packets: number;
  /** Packets that did not follow on the version before, after which the viewer asked for what it had missed. */
  gaps: number;
  seenAt: number;
}

export type ClientNote = Answer | ScreenNote;

/** Every line is one of ours; a file cut off in its last line was written by a run that was killed. */
export function readClientNotes(text: string): ClientNote[] {
  return text
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line): ClientNote => JSON.parse(line));
}

export function answersIn(notes: ClientNote[]): Answer[] {
  return notes.filter((line) => line.kind === "answer");
}

export function screensIn(notes: ClientNote[]): ScreenNote[] {
  return notes.filter((line) => line.kind === "screen");
}
