/** The run as the article's table, and what else the ledger was asked for. */
import type { Table } from "../../bench/benchmark";
import { figure } from "../../bench/tables";
import type { FinishedRun } from "../one-run";
import { type Summary, summarise } from "./summary";

const WORDS = { green: "agrees", expected: "expected failure", red: "FAILED" } as const;

export function tablesOf(runs: FinishedRun[]): Table[] {
  const rows = runs.map(summarise);
  const [contended, box] = [rows.filter(isHotSeat), rows.filter((row) => !isHotSeat(row))];
  return [
    ...groups(contended).map(([caption, summaries]) => ({
      caption,
      columns: ["strategy", "requests", "success", "failed", "double bookings", "p50 ms", "p99 ms", "ledger"],
      rows: summaries.map((row) => [
        row.title.replace(/,.*/, ""),
        ...[row.requests, row.success, row.failed, row.doubleBookings].map(String),
        figure(row.p50Ms),
        figure(row.p99Ms),
        WORDS[row.colour],
      ]),
    })),
    ...(box.length > 0
      ? [
          {
            caption: "The box office, many seats",
            columns: [
              "scenario",
              "holds",
              "refused",
              "orders",
              "sold",
              "double bookings",
              "lapsed seats",
              "lost seats",
              "viewers",
              "p50 ms",
              "p99 ms",
              "ledger",
            ],
            rows: box.map((row) => [
              row.scenario,
              ...[
                row.holds,
                row.holdsRefused,
                row.requests,
                row.success,
                row.doubleBookings,
                row.lapsed,
                row.lost,
                row.viewers,
              ].map(String),
              figure(row.p50Ms),
              figure(row.p99Ms),
              WORDS[row.colour],
            ]),
          },
        ]
      : []),
  ];
}

function groups(rows: Summary[]): [caption: string, rows: Summary[]][] {
  const found = new Map<string, Summary[]>();
  for (const row of rows) {
    const caption = captionOf(row);
    found.set(caption, [...(found.get(caption) ?? []), row]);
  }
  return [...found];
}

export function captionOf({ scenario, title }: Pick<Summary, "scenario" | "title">): string {
  if (scenario === "article") return "As the article paces it: ten buyers a second for ten seconds, seat A1";
  if (scenario === "hot-seat") return `A burst: ${title.replace(/^[^,]*, /, "")}, seat A1`;
  return title;
}

export function isHotSeat({ scenario }: { scenario: string }): boolean {
  return scenario === "article" || scenario === "hot-seat";
}
