/** A round in one line while it runs. */
import { outcomeOf } from "#histories/history";
import type { Round } from "./round";

export function describeRound({ faults, history, healing, wrong, seed }: Round, number: number): string {
  const counts = countOutcomes(history.operations);
  const ms = (value: number | null) => (value === null ? "never" : `${Math.round(value)} ms`);
  const line = [
    `round ${number} (seed ${seed}): ${faults.map(({ name }) => name).join(", ") || "no fault"}`,
    `  ${history.operations.length} asked: ${counts.granted} granted, ${counts.refused} refused, ${counts.unknown} unknown;` +
      ` after healing seats free within ${ms(healing.refusedForMs)}, screens right within ${ms(healing.screenWrongForMs)}` +
      ` (judge late by ${ms(healing.lagMs)})`,
  ];
  return [...line, ...wrong.map((sentence) => `  WRONG: ${sentence}`)].join("\n");
}

export function countOutcomes(operations: Round["history"]["operations"]) {
  const counts = { granted: 0, refused: 0, unknown: 0 };
  for (const operation of operations) counts[outcomeOf(operation)] += 1;
  return counts;
}
