/** The article's table, with what it left out: one row a finished race, and its forms for taking away. */
import type { RaceResult } from "#contract/lab";
import { type StrategyId, strategyCard, type Verdict } from "#contract/lab-strategies";
import type { RaceConditions, RaceSide } from "../setup/race-setup";

export const RESULT_COLUMNS = [
  "requests",
  "success",
  "failed",
  "doubleBookings",
  "p50Ms",
  "p99Ms",
  "postgresStatements",
  "redisCommands",
] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

export type ResultRow = RaceSide &
  RaceConditions & { id: number; seed: number; verdict: Verdict; expected: Verdict } & Pick<
    RaceResult,
    ResultColumn
  >;

export function verdictOf({ success }: Pick<RaceResult, "success">): Verdict {
  if (success === 0) return "sold-none";
  return success === 1 ? "sold-once" : "sold-many";
}

export function expectedVerdict({ strategy, fault }: RaceSide): Verdict {
  const card = strategyCard(strategy);
  return (fault && card.faults[fault]) ?? card.expected;
}

export function resultRowOf(
  id: number,
  side: RaceSide,
  conditions: RaceConditions,
  seed: number,
  result: Pick<RaceResult, ResultColumn>,
): ResultRow {
  const numbers = numbersOf(result);
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
  ...RESULT_COLUMNS,
] as const satisfies (keyof ResultRow)[];

export function toCsv(rows: readonly ResultRow[]): string {
  const lines = rows.map((row) => CSV_COLUMNS.map((column) => row[column] ?? "").join(","));
  return `${[CSV_COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

export interface MarkdownText {
  strategy: string;
  columns: Record<ResultColumn, string>;
  title: (strategy: StrategyId, fault: ResultRow["fault"]) => string;
  number: (value: number | null) => string;
}

export function toMarkdown(rows: readonly ResultRow[], words: MarkdownText): string {
  const head = [words.strategy, ...RESULT_COLUMNS.map((column) => words.columns[column])];
  const rule = ["---", ...RESULT_COLUMNS.map(() => "---:")];
  const body = rows.map((row) => [
    words.title(row.strategy, row.fault),
    ...RESULT_COLUMNS.map((column) => words.number(row[column])),
  ]);
  return [head, rule, ...body].map((cells) => `| ${cells.map(escapeCell).join(" | ")} |\n`).join("");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function numbersOf(result: Pick<RaceResult, ResultColumn>): Pick<RaceResult, ResultColumn> {
  const { requests, success, failed, doubleBookings, p50Ms, p99Ms, postgresStatements, redisCommands } =
    result;
  return { requests, success, failed, doubleBookings, p50Ms, p99Ms, postgresStatements, redisCommands };
}
