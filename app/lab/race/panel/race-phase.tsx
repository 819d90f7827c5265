"use client";

import { formatMs } from "../../../lib/formatting";
import { raceMessages } from "../../../lib/messages/lab-race";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import type { RunState } from "../run/run-state";
import styles from "./race-phase.module.css";

/** Where a race is on its way from the queue to its result. */
export function RacePhase({ state }: { state: RunState }) {
  const text = usePhaseText(state);
  const share = state.phase === "running" && state.requests > 0 ? state.answered / state.requests : null;
  return (
    <p className={styles.phase} data-phase={state.phase}>
      <span className={styles.light} aria-hidden="true" />
      {text}
      {share !== null && (
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </p>
  );
}

function usePhaseText({ phase, position, answered, requests, result }: RunState): string {
  const text = useMessages(raceMessages).phase;
  const language = useLanguage();
  switch (phase) {
    case "asking":
      return text.asking;
    case "waiting":
      return text.waiting;
    case "queued":
      return position > 0 ? text.queued(position) : text.preparing;
    case "preparing":
      return text.preparing;
    case "running":
      return text.running(answered, requests);
    case "done":
      return text.done(formatMs(result?.durationMs ?? 0, language));
    case "failed":
      return text.failed;
  }
}
