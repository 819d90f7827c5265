/** The plots of a run, and of all strategies in one scenario side by side. */
import { drawColumns } from "../../bench/charts/columns";
import { drawLines } from "../../bench/charts/lines";
import { drawRows } from "../../bench/charts/rows";
import type { FinishedRun } from "../one-run";
import { measure } from "./measures";
import { drawSalesMap } from "./sales-map";

const COLOURS = { done: "#059669", refused: "#94a3b8", error: "#dc2626", unanswered: "#d97706" } as const;

export function plotsOfRun(run: FinishedRun): string[] {
  const { curve, timeline } = measure(run);
  const latency = drawLines({
    title: "How long an answer took",
    x: { label: "percent of the answers", ticks: [0, 25, 50, 75, 90, 100] },
    y: { label: "milliseconds", log: true },
    series: [{ name: run.title, points: curve.map(([percent, ms]) => [percent, Math.max(ms, 0.01)]) }],
  });
  const overTime = drawColumns({
    title: "What was answered when",
    x: "seconds",
    y: `answers per ${timeline.binS} s`,
    times: timeline.times,
    series: [
      { name: "done", values: timeline.counts.done, colour: COLOURS.done },
      { name: "refused", values: timeline.counts.refused, colour: COLOURS.refused },
      { name: "error", values: timeline.counts.error, colour: COLOURS.error },
      { name: "unanswered", values: timeline.counts.unanswered, colour: COLOURS.unanswered },
    ],
  });
  return [latency, overTime, soldPerSeat(run)];
}

/** Strategies that ran the same scenario. */
export function plotsOfGroup(runs: FinishedRun[]): string[] {
  const labels = runs.map(({ title }) => title.replace(/,.*/, ""));
  const measures = runs.map(measure);
  return [
    drawRows({
      title: "Times the seat was sold, by the ledger",
      x: "sales",
      labels,
      series: [{ name: "sales", values: runs.map(({ verdict }) => verdict.sold) }],
    }),
    drawRows({
      title: "How long an answer took",
      x: "milliseconds",
      log: true,
      labels,
      series: [
        { name: "p50", values: measures.map(({ p50Ms }) => p50Ms) },
        { name: "p99", values: measures.map(({ p99Ms }) => p99Ms) },
      ],
    }),
  ];
}

/** One auditorium is drawn seat by seat; of many, the seats are counted by how often they were sold. */
function soldPerSeat({ auditoriums, verdict }: FinishedRun): string {
  const [auditorium] = auditoriums;
  if (auditorium && auditoriums.length === 1) return drawSalesMap(auditorium, verdict.salesPerSeat);
  const seats = auditoriums.reduce((sum, { seats }) => sum + seats.length, 0);
  const times = (sales: number) => verdict.salesPerSeat.filter((seat) => seat.sales === sales).length;
  const more = verdict.salesPerSeat.filter(({ sales }) => sales > 2).length;
  return drawRows({
    title: `How often each seat was sold, ${auditoriums.length} shows`,
    x: "seats",
    labels: ["not in this run", "once", "twice", "more often"],
    series: [{ name: "seats", values: [seats - verdict.salesPerSeat.length, times(1), times(2), more] }],
  });
}
