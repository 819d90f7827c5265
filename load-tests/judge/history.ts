/** What the crowd wrote down, as a history, with the ledger of the run: for the checker that judges races and torture too. */
import type pg from "pg";
import { findCounterexample } from "../../histories/counterexample";
import { describeOperation } from "../../histories/finding";
import type { History, Answer as HistoryAnswer, Operation } from "../../histories/history";
import type { Answer } from "./client-notes";

/** When it was asked is noted in whole milliseconds, so its answer may have come a little later than the sum says. */
const CLOCK_GRAIN_MS = 1;
const LAPSE_TOLERANCE_MS = 2;

/** Needs the judge's table `ledger`. */
export async function readHistory(client: pg.Client, answers: Answer[]): Promise<History> {
  const { rows } = await client.query<{ buyer: string; show: string; seats: string[]; reference: string }>(
    `SELECT buyer, show_id AS show, reference, array_agg(seat) AS seats FROM ledger
     GROUP BY buyer, show_id, reference`,
  );
  return { version: 1, operations: answers.map(toOperation), ledger: { bookings: rows } };
}

/** The few operations that no order explains, as a fault; a guard may refuse a seat that is then not sold. */
export function findUnexplained(history: History): string[] {
  const found = findCounterexample(history, {
    lapseToleranceMs: LAPSE_TOLERANCE_MS,
    refusalsMustBeJust: false,
  });
  if (!found) return [];
  const few = found.history.operations.map(describeOperation).join("; ");
  return [`no order explains what was told (${found.finding.rule}): ${few || found.finding.sentence}`];
}

function toOperation(note: Answer): Operation {
  const { operation, buyer, showId, seats, outcome, askedAt, tookMs } = note;
  const answeredAtMs = outcome === "unanswered" ? null : askedAt + tookMs + CLOCK_GRAIN_MS;
  const answer = answeredAtMs === null ? null : toAnswer(note, answeredAtMs);
  return { buyer, what: operation, show: showId, seats, askedAtMs: askedAt, answeredAtMs, answer };
}

function toAnswer(
  { outcome, code, reference, heldForMs, askedAt }: Answer,
  answeredAtMs: number,
): HistoryAnswer {
  if (outcome === "error") return { ok: false, code: "unavailable" };
  if (outcome === "refused") return { ok: false, code: code ?? "refused" };
  return {
    ok: true,
    ...(reference !== undefined && { reference }),
    ...(heldForMs !== undefined && {
      untilMs: askedAt + heldForMs,
      untilAtLatestMs: answeredAtMs + heldForMs,
    }),
  };
}
