/** A run as one row of the article's table, and as one line at the terminal. */
import { figure } from "../../bench/tables";
import type { FinishedRun } from "../one-run";
import { measure } from "./measures";

export type Colour = "green" | "expected" | "red";

export interface Summary {
  scenario: string;
  title: string;
  requests: number;
  /** Sales, by the ledger. */
  success: number;
  failed: number;
  doubleBookings: number;
  p50Ms: number;
  p99Ms: number;
  holds: number;
  holdsRefused: number;
  lapsed: number;
  lost: number;
  viewers: number;
  colour: Colour;
  verdict: string;
}

export function summarise(run: FinishedRun): Summary {
  const { verdict } = run;
  const { p50Ms, p99Ms } = measure(run);
  return {
    scenario: run.scenario,
    title: run.title,
    requests: verdict.requests,
    success: verdict.bookings,
    failed: Math.max(0, verdict.requests - verdict.bookings),
    doubleBookings: verdict.doubleBookings,
    p50Ms,
    p99Ms,
    holds: verdict.holds,
    holdsRefused: verdict.holdsRefused,
    lapsed: verdict.lapsed,
    lost: verdict.lost.length,
    viewers: verdict.viewers,
    colour: colourOf(run),
    verdict: verdictOf(run),
  };
}

/** What is said after a stage of one run or several: a line each, with their titles if there are several. */
export function linesOf(runs: FinishedRun[]): string {
  if (runs.length === 1) return runs.map((run) => `, ${lineOf(run)}`).join("");
  return runs.map((run) => `\n${" ".repeat(18)}${run.title}: ${lineOf(run)}`).join("");
}

function lineOf(run: FinishedRun): string {
  const { success, failed, doubleBookings, p99Ms, colour, verdict } = summarise(run);
  const counts = `${success} sold, ${failed} not, ${doubleBookings} double, p99 ${figure(p99Ms)} ms`;
  return colour === "green" ? counts : `${counts}, ${verdict}`;
}

function colourOf({ verdict }: FinishedRun): Colour {
  if (verdict.faults.length > 0) return "red";
  return verdict.expectedFailure ? "expected" : "green";
}

function verdictOf({ verdict }: FinishedRun): string {
  if (verdict.faults.length > 0) return `FAILED: ${verdict.faults.join("; ")}`;
  return verdict.expectedFailure ? `expected failure: ${verdict.expectedFailure}` : "agrees with the ledger";
}
