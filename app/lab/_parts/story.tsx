"use client";

import type { RaceResult } from "#contract/lab";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import type { Reading } from "../_race/reading";
import { formatMs } from "../_timeline/step-words";
import styles from "./story.module.css";

/** The race in two sentences, and what its buyers were told. */
export function Story({ reading, result }: { reading: Reading; result: RaceResult }) {
  const text = useMessages(lab);
  const language = useLanguage();
  const firstSale = reading.claims[0];
  const { told } = result;
  const answers = (["sold", "refused", "error", "unanswered"] as const).filter((kind) => told[kind] > 0);
  return (
    <div className={styles.story}>
      {firstSale && reading.gaps.size > 0 && (
        <p>
          {text.story.looked(reading.lookedBeforeFirstSale, formatMs(firstSale.atMs, language))}{" "}
          {reading.staleWrites > 0 ? text.story.stale(reading.staleWrites) : text.story.clean}
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
