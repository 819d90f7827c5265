/** An auditorium seen from above: each seat with the number of times it was sold. */
import { escapeXml, frameOf } from "../../bench/charts/frame";

const COLOURS = { none: "#94a3b855", once: "#059669", twice: "#dc2626" };
const TOP = 60;
const CELL = 19;

export function drawSalesMap(
  auditorium: { showId: string; seats: string[] },
  sales: { showId: string; seat: string; sales: number }[],
): string {
  const sold = new Map(sales.map((seat) => [seat.seat, seat.sales]));
  const rows = new Map<string, string[]>();
  for (const label of auditorium.seats) rows.set(rowOf(label), [...(rows.get(rowOf(label)) ?? []), label]);
  const drawn = [...rows].flatMap(([row, labels], y) => {
    const left = 324 - (labels.length * CELL) / 2;
    const top = TOP + y * CELL;
    const name = `<text x="16" y="${top + 13}">${escapeXml(row)}</text>`;
    const seats = labels.map((label, x) => {
      const times = sold.get(label) ?? 0;
      const colour = times === 0 ? COLOURS.none : times === 1 ? COLOURS.once : COLOURS.twice;
      const count =
        times > 1
          ? `<text x="${left + x * CELL + 8}" y="${top + 12}" text-anchor="middle" style="fill:#fff;font-size:9px">${times}</text>`
          : "";
      return `<rect x="${left + x * CELL}" y="${top}" width="${CELL - 3}" height="${CELL - 3}" rx="3" fill="${colour}"><title>${label}: sold ${times} times</title></rect>${count}`;
    });
    return [name, ...seats];
  });
  const legend = [
    { name: "not sold in this run", colour: COLOURS.none },
    { name: "sold once", colour: COLOURS.once },
    { name: "sold more than once", colour: COLOURS.twice },
  ];
  return frameOf(
    TOP + rows.size * CELL + 16,
    `Sales per seat, ${auditorium.showId}`,
    legend,
    drawn.join("\n"),
  );
}

function rowOf(label: string): string {
  return label.replace(/\d+$/, "");
}
