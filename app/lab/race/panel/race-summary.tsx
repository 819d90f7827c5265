"use client";

import type { RaceResult } from "#contract/lab";
import { formatMs } from "../../../lib/formatting";
import { raceMessages } from "../../../lib/messages/lab-race";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import type { RaceAnalysis } from "../analysis/race-analysis";
import styles from "./race-summary.module.css";

/** The race in two sentences, and what its buyers were told. */
export function RaceSummary({ analysis, result }: { analysis: RaceAnalysis; result: RaceResult }) {
  const text = useMessages(raceMessages);
  const language = useLanguage();
  const firstSale = analysis.claims[0];
  const { told } = result;
  const answers = (["sold", "refused", "error", "unanswered"] as const).filter((kind) => told[kind] > 0);
  return (
    <div className={styles.summary}>
      {firstSale && analysis.gaps.size > 0 && (
        <p>
          {text.summary.looked(analysis.lookedBeforeFirstSale, formatMs(firstSale.atMs, language))}{" "}
          {analysis.staleWrites > 0 ? text.summary.stale(analysis.staleWrites) : text.summary.clean}
        </p>
      )}
      <p className={styles.told}>
        {text.told.title}:{" "}
        {answers.map((kind, index) => (
          <span key={kind}>
            {index > 0 && ", "}
            {told[kind]} {text.told[kind]}
          </span>
        ))}
      </p>
    </div>
  );
}
