/** The article's table, with what it left out: one row a finished race, and its forms for taking away. */
import type { RaceResult } from "#contract/lab";
import { type StrategyId, strategyCard, type Verdict } from "#contract/lab-strategies";
import type { Conditions, Side } from "./setup";

export const NUMBERS = [
  "requests",
  "success",
  "failed",
  "doubleBookings",
  "p50Ms",
  "p99Ms",
  "postgresStatements",
  "redisCommands",
] as const;
export type NumberColumn = (typeof NUMBERS)[number];

export type Row = Side &
  Conditions & { id: number; seed: number; verdict: Verdict; expected: Verdict } & Pick<
    RaceResult,
    NumberColumn
  >;

export function verdictOf({ success }: Pick<RaceResult, "success">): Verdict {
  if (success === 0) return "sold-none";
  return success === 1 ? "sold-once" : "sold-many";
}

export function expectedVerdict({ strategy, fault }: Side): Verdict {
  const card = strategyCard(strategy);
  return (fault && card.faults[fault]) ?? card.expected;
}

export function rowOf(
  id: number,
  side: Side,
  conditions: Conditions,
  seed: number,
  result: Pick<RaceResult, NumberColumn>,
): Row {
  const numbers = pick(result);
  return {
    id,
    ...side,
    ...conditions,
    seed,
    ...numbers,
    verdict: verdictOf(numbers),
    expected: expectedVerdict(side),
  };
}

/** Columns keep the names of the API, whatever the language: a spreadsheet or a script reads them. */
const CSV_COLUMNS = [
  "strategy",
  "fault",
  "buyers",
  "thinkMs",
  "instances",
  "poolSize",
  "seed",
  ...NUMBERS,
] as const satisfies (keyof Row)[];

export function toCsv(rows: readonly Row[]): string {
  const lines = rows.map((row) => CSV_COLUMNS.map((column) => row[column] ?? "").join(","));
  return `${[CSV_COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

export interface TableWords {
  strategy: string;
  columns: Record<NumberColumn, string>;
  title: (strategy: StrategyId, fault: Row["fault"]) => string;
  number: (value: number | null) => string;
}

export function toMarkdown(rows: readonly Row[], words: TableWords): string {
  const head = [words.strategy, ...NUMBERS.map((column) => words.columns[column])];
  const rule = ["---", ...NUMBERS.map(() => "---:")];
  const body = rows.map((row) => [
    words.title(row.strategy, row.fault),
    ...NUMBERS.map((column) => words.number(row[column])),
  ]);
  return [head, rule, ...body].map((cells) => `| ${cells.map(escapeCell).join(" | ")} |\n`).join("");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function pick(result: Pick<RaceResult, NumberColumn>): Pick<RaceResult, NumberColumn> {
  const { requests, success, failed, doubleBookings, p50Ms, p99Ms, postgresStatements, redisCommands } =
    result;
  return { requests, success, failed, doubleBookings, p50Ms, p99Ms, postgresStatements, redisCommands };
}
