"use client";

import { useMemo, useState } from "react";
import type { Counterexample } from "#histories/counterexample";
import type { History } from "#histories/history";
import { Button } from "../../components/button";
import { CopyButton } from "../../components/copy-button";
import { Notice } from "../../components/notice";
import { historiesMessages } from "../../lib/messages/lab-histories";
import { useMessages } from "../../lib/messages/language-context";
import { ObservableValue } from "../../lib/observable-value";
import type { TimelineFocus } from "../timeline/draw-timeline";
import { foldedScale } from "../timeline/time-scale";
import { Timeline } from "../timeline/timeline";
import styles from "./histories-view.module.css";
import { historyLink } from "./history-link";
import { timelineOf } from "./history-timeline";
import { OperationList } from "./operation-list";

const MOST_DRAWN = 500;
const HEADROOM = 1.05;

interface HistoryVerdictProps {
  history: History;
  counterexample: Counterexample | null;
}

/** Legal, or the few operations that no order explains; drawn, and to be kept. */
export function HistoryVerdict({ history, counterexample }: HistoryVerdictProps) {
  const text = useMessages(historiesMessages);
  const drawn = counterexample?.history ?? history;
  const link = historyLink(drawn);
  const count = history.operations.length;
  return (
    <div className={styles.verdict}>
      {counterexample ? (
        <Unexplained counterexample={counterexample} count={count} />
      ) : (
        <Notice tone="good" title={text.verdict.legal}>
          {text.verdict.legalText(count)}
        </Notice>
      )}
      {drawn.operations.length > MOST_DRAWN && <p>{text.verdict.tooMany(drawn.operations.length)}</p>}
      {drawn.operations.length > 0 && drawn.operations.length <= MOST_DRAWN && (
        <HistoryTimeline history={drawn} />
      )}
      <div className={styles.actions}>
        <Button variant="quiet" size="small" onClick={() => download(drawn)}>
          {text.verdict.save}
        </Button>
        {link && (
          <CopyButton textToCopy={() => new URL(link, location.href).href}>{text.verdict.copy}</CopyButton>
        )}
      </div>
    </div>
  );
}

function Unexplained({ counterexample, count }: { counterexample: Counterexample; count: number }) {
  const text = useMessages(historiesMessages);
  const { finding, history } = counterexample;
  const { operations, ledger } = history;
  if (finding.rule === "undecided")
    return (
      <Notice tone="warning" title={text.verdict.undecided}>
        {text.verdict.undecidedText}
      </Notice>
    );
  return (
    <Notice tone="bad" title={`${text.verdict.illegal}: ${text.rules[finding.rule]}`}>
      <p>{operations.length > 0 ? text.verdict.few(operations.length, count) : text.verdict.nobody}</p>
      <OperationList operations={operations} />
      {ledger && (
        <p>
          {text.verdict.ledger}{" "}
          {ledger.bookings
            .map(({ buyer, reference }) => [buyer, reference].filter(Boolean).join(" "))
            .join(", ") || text.verdict.nothing}
        </p>
      )}
    </Notice>
  );
}

function HistoryTimeline({ history }: { history: History }) {
  const source = useMemo(() => timelineOf(history), [history]);
  const scale = useMemo(() => {
    const { lanes, endMs } = source.analysis.get();
    const moments = lanes.flatMap(({ steps }) =>
      steps.flatMap(({ startedMs, endedMs }) => [startedMs, endedMs ?? startedMs]),
    );
    return foldedScale(moments, Math.max(1, endMs * HEADROOM));
  }, [source]);
  const [focus] = useState(() => new ObservableValue<TimelineFocus | null>(null));
  const [moment] = useState(() => new ObservableValue<number | null>(null));
  return <Timeline run={source} focus={focus} moment={moment} scale={scale} spotlight={null} />;
}

async function download(history: History): Promise<void> {
  const { printHistory } = await import("#histories/history");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([printHistory(history)], { type: "application/json" }));
  link.download = "history.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
