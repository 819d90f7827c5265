"use client";

import { useMemo } from "react";
import type { RaceResult } from "#contract/lab";
import { timelineMessages } from "../../lib/messages/lab-timeline";
import { useMessages } from "../../lib/messages/language-context";
import type { RaceAnalysis } from "../race/analysis/race-analysis";
import { END_MARK_SHAPES, END_MARKS, type EndMark, endMarkOf } from "./end-marks";
import { stepName } from "./step-text";
import styles from "./timeline.module.css";
import { stepColour } from "./timeline-colours";

interface TimelineLegendProps {
  analysis: RaceAnalysis;
  result: RaceResult | null;
  isFolded: boolean;
}

/** Only what occurs in this race. */
export function TimelineLegend({ analysis, result, isFolded }: TimelineLegendProps) {
  const text = useMessages(timelineMessages);
  const { lanes, claims, locks } = analysis;
  const names = useMemo(
    () => [...new Set(lanes.flatMap(({ steps }) => steps.map(({ name }) => name)))],
    [lanes],
  );
  const marks = useMemo(() => {
    const found = new Set(result ? lanes.map((lane) => endMarkOf(lane, result.answers, claims)) : []);
    return END_MARKS.filter((mark) => found.has(mark));
  }, [lanes, claims, result]);
  const lockEnds = LOCK_ENDS.filter((end) => locks.some(({ ended }) => ended === end));
  if (names.length === 0) return null;
  return (
    <div className={styles.legend}>
      <ul className={styles.keys} aria-label={text.timeline.legend}>
        {names.map((name) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: stepColour(name) }} />
            {stepName(text, name)}
          </li>
        ))}
        {analysis.gaps.size > 0 && (
          <li>
            <span className={styles.swatch} style={{ background: "var(--lab-gap)" }} />
            {text.timeline.gapLegend}
          </li>
        )}
        {analysis.staleWrites > 0 && (
          <li>
            <span className={styles.swatch} style={{ background: "var(--lab-gap-stale)" }} />
            {text.timeline.staleLegend}
          </li>
        )}
        {lockEnds.map((end) => (
          <li key={end}>
            <span className={styles.lockEnd} />
            {text.timeline.lockEndLegend[end]}
          </li>
        ))}
        {marks.map((mark) => (
          <li key={mark}>
            <EndMarkSign mark={mark} />
            {text.timeline.ends[mark]}
          </li>
        ))}
      </ul>
      <p>
        {text.timeline.axis} {isFolded && text.timeline.folded}
      </p>
    </div>
  );
}

/** Those that its holder did not bring about. */
const LOCK_ENDS = ["lapsed", "another", "lost"] as const;

const COLOURS = { good: "var(--good)", bad: "var(--bad)", soft: "var(--ink-soft)", ink: "var(--ink)" };

function EndMarkSign({ mark }: { mark: EndMark }) {
  const { path, filled, colour } = END_MARK_SHAPES[mark];
  const paint = COLOURS[colour];
  return (
    <svg className={styles.sign} viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true">
      <path d={path} fill={filled ? paint : "none"} stroke={filled ? "none" : paint} strokeWidth=".36" />
    </svg>
  );
}
