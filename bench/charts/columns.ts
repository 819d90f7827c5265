/** What happened when: columns over time, each stacked from what came to what. */
import { colourOf, frame, horizontalLabels, PLOT, round, verticalScale } from "./frame";

export interface ColumnChart {
  title: string;
  x: string;
  y: string;
  /** The left edges of the columns, in the units of `x`. */
  times: number[];
  /** One value per time, first series at the bottom. */
  series: { name: string; values: number[]; colour?: string }[];
}

export function drawColumns({ title, x, y: yLabel, times, series }: ColumnChart): string {
  const sums = times.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const { y, drawn } = verticalScale(sums, { label: yLabel });
  const slot = PLOT.width / Math.max(1, times.length);
  const columns = times.flatMap((time, at) => {
    let below = 0;
    return series.map(({ name, values, colour }, which) => {
      const value = values[at] ?? 0;
      const bottom = y(below);
      below += value;
      if (value === 0) return "";
      const top = y(below);
      return `<rect x="${round(PLOT.left + slot * at)}" y="${top}" width="${round(Math.max(1, slot - 1))}" height="${round(Math.max(1, bottom - top))}" fill="${colour ?? colourOf(which)}"><title>${time} ${x}, ${name}: ${value}</title></rect>`;
    });
  });
  const every = Math.ceil(times.length / 8);
  const marks = times
    .map((time, at) => ({ at: PLOT.left + slot * at, text: String(time) }))
    .filter((_, at) => at % every === 0);
  return frame(title, series, [drawn, ...columns, horizontalLabels(marks, x)].join("\n"));
}
