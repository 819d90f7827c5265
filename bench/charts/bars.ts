/** Groups of bars side by side: one group per label, one bar per series. */
import { type Axis, colourOf, frame, horizontalLabels, PLOT, round, verticalScale } from "./frame";

export interface BarChart {
  title: string;
  x: string;
  y: Axis;
  labels: string[];
  /** One value per label; NaN leaves a gap. */
  series: { name: string; values: number[] }[];
}

export function drawBars({ title, x, y: axis, labels, series }: BarChart): string {
  const { y, drawn } = verticalScale(
    series.flatMap(({ values }) => values.filter(Number.isFinite)),
    axis,
  );
  const slot = PLOT.width / labels.length;
  const width = Math.min(48, (slot * 0.72) / series.length);
  const base = PLOT.top + PLOT.height;
  const bars = series.flatMap(({ name, values }, at) =>
    values.map((value, group) => {
      if (!Number.isFinite(value)) return "";
      const left = PLOT.left + slot * (group + 0.5) + width * (at - series.length / 2);
      const top = Math.min(y(value), base - 1);
      return `<rect x="${round(left)}" y="${top}" width="${round(width - 2)}" height="${round(base - top)}" fill="${colourOf(at)}"><title>${labels[group]}, ${name}: ${value}</title></rect>`;
    }),
  );
  const marks = labels.map((text, group) => ({ at: PLOT.left + slot * (group + 0.5), text }));
  return frame(title, series, [drawn, ...bars, horizontalLabels(marks, x)].join("\n"));
}
