/**
 * What a benchmark of `npm run bench` is: something that measures on services of the run's own, and answers tables
 * for people and plots for the page. A benchmark says what it is doing while it does it.
 */
import type { BenchServices } from "./services";

export interface Benchmark {
  name: string;
  /** What it needs and does not find here; undefined if nothing. */
  needs?(): string | undefined;
  run(services: BenchServices, say: Say): Promise<Findings>;
}

/** One short line of progress. */
export type Say = (line: string) => void;

export interface Findings {
  title: string;
  /** Markdown: what was measured and how, before the tables. */
  text: string;
  tables: Table[];
  plots: Plot[];
  /** What the benchmark was to show and did not: each fails the run. */
  failures?: string[];
}

export interface Table {
  caption: string;
  columns: string[];
  /** Numbers as they are to be read, already rounded and with their units in the column's name. */
  rows: string[][];
}

export interface Plot {
  /** Of the file in docs/benchmarks/, without its ending. */
  name: string;
  alt: string;
  svg: string;
}
