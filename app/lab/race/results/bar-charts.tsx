"use client";

import { resultMessages } from "../../../lib/messages/lab-results";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import styles from "./bar-charts.module.css";
import type { ResultRow } from "./result-rows";
import { raceTitle } from "./results-table";

const CHARTS = ["success", "p99Ms", "postgresStatements", "redisCommands"] as const;

/** The same numbers as the table, drawn: the latest race of each strategy and fault. */
export function BarCharts({ rows }: { rows: readonly ResultRow[] }) {
  const text = useMessages(resultMessages);
  const language = useLanguage();
  const latest = [...new Map(rows.map((row) => [`${row.strategy} ${row.fault}`, row])).values()];
  if (latest.length < 2) return null;
  return (
    <figure className={styles.figure}>
      <figcaption>{text.bars.caption}</figcaption>
      <div className={styles.charts}>
        {CHARTS.map((chart) => {
          const most = Math.max(...latest.map((row) => row[chart] ?? 0), 1);
          return (
            <section key={chart} className={styles.chart} data-chart={chart} aria-label={text.bars[chart]}>
              <h3 className={styles.heading}>{text.bars[chart]}</h3>
              <ul className={styles.list}>
                {latest.map((row) => (
                  <li key={row.id} className={styles.row}>
                    <span className={styles.name}>{raceTitle(row, language)}</span>
                    <span className={styles.track}>
                      <span
                        className={styles.bar}
                        data-alarm={(chart === "success" && row.success !== 1) || undefined}
                        style={{ width: `${((row[chart] ?? 0) / most) * 100}%` }}
                      />
                    </span>
                    <span className={styles.value}>{Math.round(row[chart] ?? 0)}</span>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </figure>
  );
}
