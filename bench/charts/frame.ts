/**
 * What every chart stands in: title, axes, legend, as one SVG that needs nothing around it. It follows the
 * reader's light or dark theme by itself, on a page, in a README and opened from disk.
 */
const SERIES_COLOURS = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2"];

export interface Axis {
  label: string;
  /** Values grow by factors instead of steps. */
  log?: boolean;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const PLOT: Box = { left: 64, top: 56, width: 560, height: 240 };
const SIZE = { width: 648, height: 356 };

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #334155 }
  .title { font-size: 15px; font-weight: 600; fill: #0f172a }
  .grid { stroke: #cbd5e1; stroke-width: 1 }
  .axis { stroke: #64748b; stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #cbd5e1 } .title { fill: #f1f5f9 }
    .grid { stroke: #334155 } .axis { stroke: #94a3b8 }
  }`;

export interface LegendEntry {
  name: string;
  colour?: string | undefined;
}

export function frame(title: string, series: LegendEntry[], body: string): string {
  return frameOf(SIZE.height, title, series, body);
}

export function frameOf(height: number, title: string, series: LegendEntry[], body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${height}" role="img" aria-label="${escapeXml(title)}">
<style>${STYLE}</style>
<text class="title" x="16" y="24">${escapeXml(title)}</text>
${legend(series)}
${body}
</svg>`;
}

/** From a value to a height above the x axis, with the lines that make it readable. */
export function verticalScale(values: number[], axis: Axis): { y: (value: number) => number; drawn: string } {
  const ticks = axis.log ? logTicks(values) : linearTicks(Math.max(0, ...values));
  const low = axis.log ? (ticks[0] ?? 1) : 0;
  const high = ticks.at(-1) ?? 1;
  const share = (value: number) =>
    axis.log ? Math.log(Math.max(value, low) / low) / Math.log(high / low || Math.E) : value / (high || 1);
  const y = (value: number) => round(PLOT.top + PLOT.height * (1 - share(value)));
  const lines = ticks.map(
    (tick) =>
      `<line class="grid" x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${y(tick)}" y2="${y(tick)}"/>` +
      `<text x="${PLOT.left - 8}" y="${y(tick) + 4}" text-anchor="end">${short(tick)}</text>`,
  );
  const label = `<text x="16" y="${PLOT.top - 8}">${escapeXml(axis.label)}</text>`;
  return { y, drawn: [...lines, label].join("\n") };
}

export function horizontalLabels(labels: { at: number; text: string }[], axisLabel: string): string {
  const base = PLOT.top + PLOT.height;
  return [
    `<line class="axis" x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${base}" y2="${base}"/>`,
    ...labels.map(
      ({ at, text }) =>
        `<text x="${round(at)}" y="${base + 18}" text-anchor="middle">${escapeXml(text)}</text>`,
    ),
    `<text x="${PLOT.left + PLOT.width / 2}" y="${base + 40}" text-anchor="middle">${escapeXml(axisLabel)}</text>`,
  ].join("\n");
}

export function colourOf(series: number): string {
  return SERIES_COLOURS[series % SERIES_COLOURS.length] ?? "#2563eb";
}

export function escapeXml(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char,
  );
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function legend(series: LegendEntry[]): string {
  if (series.length < 2) return "";
  let left = PLOT.left + PLOT.width;
  const entries = series.map(({ name, colour }, at) => ({ name, colour: colour ?? colourOf(at) }));
  return entries
    .reverse()
    .map(({ name, colour }) => {
      left -= name.length * 6.6 + 26;
      return `<rect x="${round(left)}" y="36" width="10" height="10" rx="2" fill="${colour}"/><text x="${round(left + 14)}" y="45">${escapeXml(name)}</text>`;
    })
    .join("\n");
}

function linearTicks(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, at) => at * step);
}

function logTicks(values: number[]): number[] {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return [1, 10];
  const from = Math.floor(Math.log10(Math.min(...positive)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...positive))));
  return Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
}

function short(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(3))}M`;
  if (value >= 1_000) return `${Number((value / 1_000).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
