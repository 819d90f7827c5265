"use client";

import { lab } from "../../lib/messages/lab";
import { labLessons } from "../../lib/messages/lab-lessons";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { NUMBERS, type Row } from "../_race/table";
import { formatNumber, titleOf } from "./results-table";
import styles from "./run-numbers.module.css";

/** The rows of the table, turned on their side: one column a race, so that two can be compared on a phone. */
export function RunNumbers({ rows }: { rows: readonly Row[] }) {
  const text = useMessages(lab);
  const language = useLanguage();
  const { numbers } = useMessages(labLessons);
  if (rows.length === 0) return null;
  return (
    <table className={styles.numbers}>
      <thead>
        <tr>
          <th scope="col">{numbers}</th>
          {rows.map((row) => (
            <th key={row.id} scope="col">
              {titleOf(row, language)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NUMBERS.map((column) => (
          <tr key={column}>
            <th scope="row">{text.table.columns[column]}</th>
            {rows.map((row) => (
              <td key={row.id}>{formatNumber(row[column], column, language)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
