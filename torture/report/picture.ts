/** The run as a picture: what was broken when, place by place, and what buyers were told meanwhile. */
import { outcomeOf } from "#histories/history";
import type { Round } from "../round";
import { escapeHtml } from "./write-report";

const PLACES = ["Redis", "Postgres", "node 1", "node 2", "node 3"];
const LEFT = 80;
const WIDTH = 1_100;
const LANE = 26;
const ROUND_GAP = 34;
const BARS = 40;
const BINS = 120;
const COLOURS = { granted: "#0b7a4f", refused: "#8a7787", unknown: "#c0392b" } as const;

export function drawRounds(rounds: Round[]): string {
  const each = PLACES.length * LANE + BARS + ROUND_GAP;
  const height = rounds.length * each + 30;
  const drawn = rounds.map((round, at) => drawRound(round, at + 1, 24 + at * each));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 10} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor" role="img" aria-label="What was broken when, and what buyers were told">
${legend()}
${drawn.join("\n")}
</svg>
`;
}

function legend(): string {
  const words = { granted: "granted", refused: "refused", unknown: "unknown" };
  return Object.entries(words)
    .map(([kind, word], at) => {
      const x = LEFT + at * 110;
      const colour = COLOURS[kind === "granted" ? "granted" : kind === "refused" ? "refused" : "unknown"];
      return `<rect x="${x}" y="4" width="10" height="10" fill="${colour}"/><text x="${x + 15}" y="13">${word}</text>`;
    })
    .join("");
}

function drawRound(round: Round, number: number, top: number): string {
  const { startedAtMs, endedAtMs, healedAtMs, faults, wrong, seed } = round;
  const span = endedAtMs - startedAtMs;
  const x = (ms: number) => LEFT + (Math.max(0, Math.min(span, ms - startedAtMs)) / span) * WIDTH;
  const lanes = PLACES.map((place, at) => {
    const y = top + at * LANE;
    const bars = faults
      .filter((fault) => fault.place === place)
      .map(({ name, fromMs, toMs }) => {
        const [from, to] = [x(fromMs), x(toMs)];
        return `<rect x="${from}" y="${y + 3}" width="${Math.max(2, to - from)}" height="${LANE - 8}" rx="3" fill="#b06a00" fill-opacity=".35"/><text x="${from + 4}" y="${y + 16}">${escapeHtml(name)}</text>`;
      });
    return `<text x="${LEFT - 8}" y="${y + 16}" text-anchor="end">${place}</text><line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y + LANE - 2}" y2="${y + LANE - 2}" stroke="currentColor" stroke-opacity=".15"/>${bars.join("")}`;
  });
  const base = top + PLACES.length * LANE + BARS;
  const verdict = wrong.length === 0 ? "" : ` <tspan fill="#c0392b" font-weight="700">WRONG</tspan>`;
  return `<g>${lanes.join("\n")}
${drawAnswers(round, base)}
<line x1="${x(healedAtMs)}" x2="${x(healedAtMs)}" y1="${top}" y2="${base}" stroke="#0b7a4f" stroke-dasharray="4 3"/>
<text x="${x(healedAtMs) + 4}" y="${base - BARS + 12}">healed</text>
<text x="${LEFT}" y="${base + 14}">round ${number}, seed ${seed}, ${(span / 1_000).toFixed(1)} s${verdict}</text></g>`;
}

/** How many were answered what, over time; what was never answered stands where it was asked. */
function drawAnswers({ history, startedAtMs, endedAtMs }: Round, base: number): string {
  const bins = Array.from({ length: BINS }, () => ({ granted: 0, refused: 0, unknown: 0 }));
  for (const operation of history.operations) {
    const atMs = operation.answeredAtMs ?? operation.askedAtMs;
    const bin =
      bins[Math.min(BINS - 1, Math.floor(((atMs - startedAtMs) / (endedAtMs - startedAtMs)) * BINS))];
    if (bin) bin[outcomeOf(operation)] += 1;
  }
  const most = Math.max(1, ...bins.map(({ granted, refused, unknown }) => granted + refused + unknown));
  const width = WIDTH / BINS;
  return bins
    .flatMap((bin, at) => {
      let y = base;
      return (["unknown", "granted", "refused"] as const).map((kind) => {
        const height = (bin[kind] / most) * BARS;
        y -= height;
        return height === 0
          ? ""
          : `<rect x="${(LEFT + at * width).toFixed(1)}" y="${y.toFixed(1)}" width="${(width - 1).toFixed(1)}" height="${height.toFixed(1)}" fill="${COLOURS[kind]}"/>`;
      });
    })
    .join("");
}
