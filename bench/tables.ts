/** Tables as Markdown, which is also how they are read at a terminal. */
import type { Table } from "./benchmark";

export function renderTable({ caption, columns, rows }: Table): string {
  const widths = columns.map((column, at) =>
    Math.max(column.length, 3, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${widths.map((width, at) => pad(cells[at] ?? "", width, at > 0)).join(" | ")} |`;
  const rule = line(
    widths.map((width, at) => (at === 0 ? `:${"-".repeat(width - 1)}` : `${"-".repeat(width - 1)}:`)),
  );
  const title = caption ? [`**${caption}**`, ""] : [];
  return [...title, line(columns), rule, ...rows.map(line)].join("\n");
}

/** Three significant digits, thousands grouped: 0.412, 3.25, 17, 1,830. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en-US", {
    minimumFractionDigits: 0,
    maximumFractionDigits: Math.min(digits, 3),
  });
}

/** The smallest value that `share` of the sorted values do not exceed. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  return sorted[at] ?? Number.NaN;
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}
