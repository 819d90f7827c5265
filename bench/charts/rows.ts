/** Bars that lie down, for labels too long to stand under a bar. */
import { colourOf, escapeXml, frameOf, round } from "./frame";

export interface RowChart {
  title: string;
  /** Of the value, with its unit. */
  x: string;
  log?: boolean;
  labels: string[];
  series: { name: string; values: number[]; colour?: string }[];
}

const LABEL_WIDTH = 190;
const BAR_WIDTH = 360;
const BAR_HEIGHT = 14;
const GAP = 10;
const TOP = 64;

export function drawRows({ title, x, log = false, labels, series }: RowChart): string {
  const all = series.flatMap(({ values }) => values).filter((value) => Number.isFinite(value) && value > 0);
  const high = Math.max(1e-9, ...all);
  const low = log ? 10 ** Math.floor(Math.log10(Math.min(high, ...all)) - 0.001) : 0;
  const length = (value: number) => {
    if (!(value > low)) return 1;
    return Math.max(1, BAR_WIDTH * (log ? Math.log(value / low) / Math.log(high / low) : value / high));
  };
  const rowHeight = BAR_HEIGHT * series.length + GAP;
  const rows = labels.map((label, row) => {
    const top = TOP + rowHeight * row;
    const middle = top + (BAR_HEIGHT * series.length) / 2 + 4;
    const bars = series.map(({ values, colour }, which) => {
      const value = values[row] ?? Number.NaN;
      const barTop = top + BAR_HEIGHT * which;
      const width = Number.isFinite(value) ? length(value) : 0;
      const figure = Number.isFinite(value) ? Number(value.toPrecision(3)).toLocaleString("en-US") : "–";
      return (
        `<rect x="${LABEL_WIDTH}" y="${barTop}" width="${round(width)}" height="${BAR_HEIGHT - 2}" fill="${colour ?? colourOf(which)}"/>` +
        `<text x="${round(LABEL_WIDTH + width + 6)}" y="${barTop + 10}">${figure}</text>`
      );
    });
    return `<text x="${LABEL_WIDTH - 8}" y="${middle}" text-anchor="end">${escapeXml(label)}</text>${bars.join("")}`;
  });
  const height = TOP + rowHeight * labels.length + 24;
  const caption = `<text x="${LABEL_WIDTH}" y="${height - 8}">${escapeXml(x)}${log ? " (each step to the right is a factor)" : ""}</text>`;
  return frameOf(height, title, series, [...rows, caption].join("\n"));
}
