"use client";

import { useMemo } from "react";
import { lab } from "../../lib/messages/lab";
import { useMessages } from "../../lib/messages/language-context";
import type { Reading } from "../_race/reading";
import { stepColour } from "./palette";
import { stepName } from "./step-words";
import styles from "./timeline.module.css";

/** Only what occurs in this race. */
export function Legend({ reading }: { reading: Reading }) {
  const text = useMessages(lab);
  const names = useMemo(
    () => [...new Set(reading.lanes.flatMap(({ steps }) => steps.map(({ name }) => name)))],
    [reading],
  );
  if (names.length === 0) return null;
  return (
    <ul className={styles.legend}>
      {names.map((name) => (
        <li key={name}>
          <span className={styles.swatch} style={{ background: stepColour(name) }} />
          {stepName(text, name)}
        </li>
      ))}
      {reading.gaps.size > 0 && (
        <li>
          <span className={styles.swatch} style={{ background: "var(--lab-gap)" }} />
          {text.timeline.gapLegend}
        </li>
      )}
      {reading.staleWrites > 0 && (
        <li>
          <span className={styles.swatch} style={{ background: "var(--lab-gap-stale)" }} />
          {text.timeline.staleLegend}
        </li>
      )}
    </ul>
  );
}
