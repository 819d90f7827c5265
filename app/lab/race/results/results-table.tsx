"use client";

import { FAULTS } from "#contract/lab-faults";
import { strategyCard } from "#contract/lab-strategies";
import type { Language } from "#contract/language";
import { Button } from "../../../components/button";
import { CopyButton } from "../../../components/copy-button";
import { LOCALE } from "../../../lib/formatting";
import { type ResultText, resultMessages } from "../../../lib/messages/lab-results";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import { type RaceSetup, type RaceSide, replayLink } from "../setup/race-setup";
import {
  type MarkdownText,
  RESULT_COLUMNS,
  type ResultColumn,
  type ResultRow,
  toCsv,
  toMarkdown,
} from "./result-rows";
import styles from "./results-table.module.css";

interface ResultsTableProps {
  rows: readonly ResultRow[];
  busy: boolean;
  onAgain: (setup: RaceSetup) => void;
  onClear: () => void;
}

/** The article's table, one row a race, to be taken away or run again. */
export function ResultsTable({ rows, busy, onAgain, onClear }: ResultsTableProps) {
  const text = useMessages(resultMessages);
  const language = useLanguage();
  if (rows.length === 0) return <p className={styles.empty}>{text.table.empty}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.scroller} aria-label={text.table.title} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.table.strategy}</th>
              {RESULT_COLUMNS.map((column) => (
                <th key={column} scope="col" className={styles.number}>
                  {text.table.columns[column]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ResultsTableRow key={row.id} row={row} busy={busy} onAgain={onAgain} />
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{text.table.caption}</p>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          size="small"
          onClick={() => download("last-seat-races.csv", "text/csv", toCsv(rows))}
        >
          {text.table.csv}
        </Button>
        <CopyButton textToCopy={() => toMarkdown(rows, markdownText(text, language))}>
          {text.table.markdown}
        </CopyButton>
        <Button variant="quiet" size="small" onClick={onClear} disabled={busy}>
          {text.table.clear}
        </Button>
      </div>
    </>
  );
}

function ResultsTableRow({
  row,
  busy,
  onAgain,
}: {
  row: ResultRow;
  busy: boolean;
  onAgain: (setup: RaceSetup) => void;
}) {
  const text = useMessages(resultMessages);
  const language = useLanguage();
  const title = raceTitle(row, language);
  const setup: RaceSetup = { ...row, sides: [{ strategy: row.strategy, fault: row.fault }] };
  return (
    <tr data-verdict={row.verdict}>
      <th scope="row">
        <span className={styles.title}>{title}</span>
        <small className={styles.conditions}>
          {text.table.conditions(row.buyers, row.thinkMs, row.instances)}, {text.table.seed(row.seed)}
        </small>
      </th>
      {RESULT_COLUMNS.map((column) => (
        <td key={column} className={styles.number} data-column={column}>
          {formatResult(row[column], column, language)}
        </td>
      ))}
      <td className={styles.rowActions}>
        <Button
          variant="quiet"
          size="small"
          disabled={busy}
          aria-label={text.table.againLabel(title, row.seed)}
          onClick={() => onAgain(setup)}
        >
          {text.table.again}
        </Button>
        <CopyButton
          label={text.table.linkLabel(title, row.seed)}
          textToCopy={() => new URL(replayLink(setup), location.href).href}
        >
          {text.table.link}
        </CopyButton>
      </td>
    </tr>
  );
}

export function raceTitle({ strategy, fault }: RaceSide, language: Language): string {
  const name = strategyCard(strategy).title[language];
  const what = FAULTS.find(({ id }) => id === fault);
  return what ? `${name} · ${what.title[language]}` : name;
}

export function formatResult(value: number | null, column: ResultColumn, language: Language): string {
  if (value === null) return "–";
  const digits = column === "p50Ms" || column === "p99Ms" ? 1 : 0;
  const text = new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
  return digits ? `${text} ms` : text;
}

function markdownText(text: ResultText, language: Language): MarkdownText {
  return {
    strategy: text.table.strategy,
    columns: text.table.columns,
    title: (strategy, fault) => raceTitle({ strategy, fault }, language),
    number: (value) => (value === null ? "–" : String(Math.round(value * 10) / 10)),
  };
}

function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
