/** Lines through points that share an x axis of numbers. */
import { type Axis, colourOf, frame, horizontalLabels, PLOT, round, verticalScale } from "./frame";

export interface LineChart {
  title: string;
  x: Axis & { ticks: number[] };
  y: Axis;
  series: { name: string; points: [x: number, y: number][] }[];
}

export function drawLines({ title, x: xAxis, y: axis, series }: LineChart): string {
  const { y, drawn } = verticalScale(
    series.flatMap(({ points }) => points.map(([, value]) => value)),
    axis,
  );
  const all = [...xAxis.ticks, ...series.flatMap(({ points }) => points.map(([at]) => at))];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const share = (at: number) =>
    xAxis.log ? Math.log(at / low) / Math.log(high / low || Math.E) : (at - low) / (high - low || 1);
  const x = (at: number) => round(PLOT.left + PLOT.width * share(at));
  const lines = series.map(({ name, points }, at) => {
    const path = points.map(([px, py]) => `${x(px)},${y(py)}`).join(" ");
    const dots =
      points.length > 40
        ? ""
        : points
            .map(
              ([px, py]) =>
                `<circle cx="${x(px)}" cy="${y(py)}" r="3" fill="${colourOf(at)}"><title>${name}: ${px}, ${py}</title></circle>`,
            )
            .join("");
    return `<polyline points="${path}" fill="none" stroke="${colourOf(at)}" stroke-width="2" stroke-linejoin="round"/>${dots}`;
  });
  const marks = xAxis.ticks.map((tick) => ({ at: x(tick), text: tick.toLocaleString("en-US") }));
  return frame(title, series, [drawn, ...lines, horizontalLabels(marks, xAxis.label)].join("\n"));
}
