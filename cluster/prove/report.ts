/** The proof as a table for a terminal of 100 columns, and in a sentence. */
import type { Proof } from "./prove";

const COLUMNS = [
  ["fault", 28],
  ["at", -7],
  ["lasted", -8],
  ["pause", -8],
  ["one buyer", -10],
  ["sold", -6],
  ["lost", -5],
  ["  answers", 0],
] as const;

export function describeProof(proof: Proof): string {
  const head = row(COLUMNS.map(([title]) => title));
  const lines = proof.faults.map((fault) =>
    row([
      fault.fault,
      seconds(fault.struckAfterMs),
      seconds(fault.lastedMs),
      seconds(fault.pauseMs),
      seconds(fault.buyerPauseMs),
      String(fault.acknowledged),
      String(fault.lost),
      `  ${listed(fault.answers)}`,
    ]),
  );
  return [head, ...lines, "", ...verdictLines(proof)].join("\n");
}

function verdictLines({ acknowledged, bookings, lost, soldTwice, others, unheardOf }: Proof): string[] {
  const lines = [
    `${acknowledged} sales acknowledged, ${bookings} bookings in the surviving Postgres, ${lost.length} lost, ${soldTwice} seats sold twice.`,
  ];
  for (const { sentence } of lost.slice(0, 5)) lines.push(`  lost: ${sentence}`);
  for (const sentence of others.slice(0, 10)) lines.push(`  ${sentence}`);
  if (Object.keys(unheardOf).length > 0) lines.push(`  buyers heard what is no answer: ${listed(unheardOf)}`);
  return lines;
}

/** Nothing was lost, nothing was sold twice, everything can be explained, and nobody saw an error page. */
export function isSound({ lost, soldTwice, others, unheardOf }: Proof): boolean {
  return lost.length === 0 && soldTwice === 0 && others.length === 0 && Object.keys(unheardOf).length === 0;
}

function row(cells: readonly string[]): string {
  return cells
    .map((cell, at) => {
      const width = COLUMNS[at]?.[1] ?? 0;
      return width < 0 ? cell.padStart(-width) : cell.padEnd(width);
    })
    .join("")
    .trimEnd();
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}
