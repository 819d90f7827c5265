"use client";

import { FAULTS } from "#contract/lab-faults";
import { strategyCard } from "#contract/lab-strategies";
import type { Language } from "#contract/language";
import { Button } from "../../components/button";
import { type LabWords, lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { replayLink, type Setup, type Side } from "../_race/setup";
import { NUMBERS, type NumberColumn, type Row, type TableWords, toCsv, toMarkdown } from "../_race/table";
import { CopyButton } from "./copy-button";
import styles from "./results-table.module.css";

interface ResultsTableProps {
  rows: readonly Row[];
  busy: boolean;
  onAgain: (setup: Setup) => void;
  onClear: () => void;
}

/** The article's table, one row a race, to be taken away or run again. */
export function ResultsTable({ rows, busy, onAgain, onClear }: ResultsTableProps) {
  const text = useMessages(lab);
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
              {NUMBERS.map((column) => (
                <th key={column} scope="col" className={styles.number}>
                  {text.table.columns[column]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ResultRow key={row.id} row={row} busy={busy} onAgain={onAgain} />
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{text.table.caption}</p>
      <div className={styles.deeds}>
        <Button
          variant="quiet"
          size="small"
          onClick={() => download("last-seat-races.csv", "text/csv", toCsv(rows))}
        >
          {text.table.csv}
        </Button>
        <CopyButton textToCopy={() => toMarkdown(rows, markdownWords(text, language))}>
          {text.table.markdown}
        </CopyButton>
        <Button variant="quiet" size="small" onClick={onClear} disabled={busy}>
          {text.table.clear}
        </Button>
      </div>
    </>
  );
}

function ResultRow({ row, busy, onAgain }: { row: Row; busy: boolean; onAgain: (setup: Setup) => void }) {
  const text = useMessages(lab);
  const language = useLanguage();
  const title = titleOf(row, language);
  const setup: Setup = { ...row, sides: [{ strategy: row.strategy, fault: row.fault }] };
  return (
    <tr data-verdict={row.verdict}>
      <th scope="row">
        <span className={styles.title}>{title}</span>
        <small className={styles.conditions}>
          {text.table.conditions(row.buyers, row.thinkMs, row.instances)}, {text.table.seed(row.seed)}
        </small>
      </th>
      {NUMBERS.map((column) => (
        <td key={column} className={styles.number} data-column={column}>
          {formatNumber(row[column], column, language)}
        </td>
      ))}
      <td className={styles.rowDeeds}>
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

export function titleOf({ strategy, fault }: Side, language: Language): string {
  const name = strategyCard(strategy).title[language];
  const what = FAULTS.find(({ id }) => id === fault);
  return what ? `${name} · ${what.title[language]}` : name;
}

export function formatNumber(value: number | null, column: NumberColumn, language: Language): string {
  if (value === null) return "–";
  const digits = column === "p50Ms" || column === "p99Ms" ? 1 : 0;
  const text = new Intl.NumberFormat(language === "vi" ? "vi-VN" : "en-GB", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
  return digits ? `${text} ms` : text;
}

function markdownWords(text: LabWords, language: Language): TableWords {
  return {
    strategy: text.table.strategy,
    columns: text.table.columns,
    title: (strategy, fault) => titleOf({ strategy, fault }, language),
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
