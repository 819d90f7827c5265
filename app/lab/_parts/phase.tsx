"use client";

import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import type { RunState } from "../_race/run-state";
import { formatMs } from "../_timeline/step-words";
import styles from "./phase.module.css";

/** Where a race is on its way from the queue to its result. */
export function Phase({ state }: { state: RunState }) {
  const words = useWords(state);
  const share = state.phase === "running" && state.requests > 0 ? state.answered / state.requests : null;
  return (
    <p className={styles.phase} data-phase={state.phase}>
      <span className={styles.light} aria-hidden="true" />
      {words}
      {share !== null && (
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </p>
  );
}

function useWords({ phase, position, answered, requests, result }: RunState): string {
  const text = useMessages(lab).phase;
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
