/** The matrix as docs/matrix.md has it: a line for each cell that was run, and why the others were not. */
import { FAULTS } from "#contract/lab-faults";
import { type MatrixCell, medianOf, runsOf, whyNot } from "#contract/lab-matrix";
import { PUBLISHED_FINDINGS } from "#contract/lab-published";
import { STRATEGIES, type StrategyCard } from "#contract/lab-strategies";
import { renderTable } from "../../bench/tables";

/** Where `npm start` opens it. */
const LAB = "http://localhost:3000/lab";

export function matrixAsMarkdown(cells: MatrixCell[]): string {
  const sections = STRATEGIES.flatMap((card) => {
    const own = cells.filter(({ strategy }) => strategy === card.id);
    return own.length > 0 ? [sectionOf(card, own)] : [];
  });
  return [summaryOf(cells), ...sections].join("\n\n");
}

/** What others found of the same systems, and where we differ. */
export function othersAsMarkdown(): string {
  return PUBLISHED_FINDINGS.map(({ who, about, found, here, source }) => {
    const title = source ? `[${who}: ${about.en}](${source})` : `${who}: ${about.en.toLowerCase()}`;
    return `- **${title}** ${found.en} _Here:_ ${here.en}`;
  }).join("\n");
}

function summaryOf(cells: MatrixCell[]): string {
  const runs = cells.reduce((sum, cell) => sum + runsOf(cell), 0);
  const servers = new Set(
    cells.flatMap((cell) => Object.entries(cell.servers).map(([name, version]) => `${name} ${version}`)),
  );
  const commits = new Set(cells.flatMap((cell) => cell.commits));
  const fewest = Math.min(...cells.map(runsOf));
  return `${cells.length} cells, ${runs.toLocaleString("en-US")} runs, at least ${fewest} of each cell. ${[...servers].join(", ")}; commits ${[...commits].join(", ")}. The first run of a cell has seed 1, each further one the next.`;
}

function sectionOf(card: StrategyCard, cells: MatrixCell[]): string {
  const rows = [null, ...FAULTS].flatMap((fault) => {
    const cell = cells.find((one) => one.fault === (fault?.id ?? null));
    const title = fault?.title.en ?? "No fault, a burst";
    if (cell) return [[title, verdictOf(cell), recoveryOf(cell), counterexampleOf(cell)]];
    if (!fault || card.faults[fault.id]) return [[title, "not run yet", "", ""]];
    return [];
  });
  const columns = ["Fault", "by the ledger", "next sale after", "sold twice again by"];
  const out = FAULTS.filter(({ id }) => !card.faults[id]);
  const reasons = new Map<string, string[]>();
  for (const { id, title } of out) {
    const why = whyNot(card, id).en;
    reasons.set(why, [...(reasons.get(why) ?? []), title.en]);
  }
  const why = [...reasons].map(([reason, titles]) => `${titles.join(", ")}: ${reason}`).join(" ");
  return `### ${card.title.en}\n\n${renderTable({ caption: "", columns, rows })}${why && `\n\nDoes not apply. ${why}`}`;
}

function verdictOf(cell: MatrixCell): string {
  const runs = runsOf(cell);
  const { "sold-many": many, "sold-none": none } = cell.verdicts;
  if (many > 0) return `**unsafe ${many}/${runs}**${none > 0 ? `, unavailable ${none}/${runs}` : ""}`;
  return none > 0 ? `unavailable ${none}/${runs}` : `safe ${runs}/${runs}`;
}

function recoveryOf({ recoveriesMs }: MatrixCell): string {
  const median = medianOf(recoveriesMs);
  return median === null ? "" : `${median.toLocaleString("en-US")} ms`;
}

function counterexampleOf({ strategy, fault, counterexample }: MatrixCell): string {
  if (!counterexample) return "";
  const { buyers, thinkMs, instances, poolSize, seed } = counterexample;
  const params = new URLSearchParams({
    strategy,
    ...(fault && { fault }),
    buyers: String(buyers),
    think: String(thinkMs),
    instances: String(instances),
    pool: String(poolSize),
    seed: String(seed),
    replay: "1",
  });
  return `[${buyers} buyers](${LAB}?${params})`;
}
