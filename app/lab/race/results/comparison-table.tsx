"use client";

import { lessonMessages } from "../../../lib/messages/lab-lessons";
import { resultMessages } from "../../../lib/messages/lab-results";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import styles from "./comparison-table.module.css";
import { RESULT_COLUMNS, type ResultRow } from "./result-rows";
import { formatResult, raceTitle } from "./results-table";

/** The rows of the table, turned on their side: one column a race, so that two can be compared on a phone. */
export function ComparisonTable({ rows }: { rows: readonly ResultRow[] }) {
  const text = useMessages(resultMessages);
  const language = useLanguage();
  const { numbers } = useMessages(lessonMessages);
  if (rows.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{numbers}</th>
          {rows.map((row) => (
            <th key={row.id} scope="col">
              {raceTitle(row, language)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {RESULT_COLUMNS.map((column) => (
          <tr key={column}>
            <th scope="row">{text.table.columns[column]}</th>
            {rows.map((row) => (
              <td key={row.id}>{formatResult(row[column], column, language)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
