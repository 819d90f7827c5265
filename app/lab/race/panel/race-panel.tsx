"use client";

import { useId, useMemo, useState } from "react";
import { FAULTS } from "#contract/lab-faults";
import { strategyCard } from "#contract/lab-strategies";
import { Badge } from "../../../components/badge";
import { Notice } from "../../../components/notice";
import { formatMs } from "../../../lib/formatting";
import { raceMessages } from "../../../lib/messages/lab-race";
import { timelineMessages } from "../../../lib/messages/lab-timeline";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import { ObservableValue, useObservable } from "../../../lib/observable-value";
import { SourcePane } from "../../source-pane/source-pane";
import type { TimelineFocus } from "../../timeline/draw-timeline";
import { PlaybackBar } from "../../timeline/playback-bar";
import type { Spotlight } from "../../timeline/spotlight";
import type { TimeScale } from "../../timeline/time-scale";
import { Timeline } from "../../timeline/timeline";
import { TimelineAsText } from "../../timeline/timeline-as-text";
import { countBuyersAt } from "../analysis/buyers-at-moment";
import type { RaceRun } from "../run/race-run";
import type { RaceSide } from "../setup/race-setup";
import { RaceHistory } from "./race-history";
import styles from "./race-panel.module.css";
import { RacePhase } from "./race-phase";
import { RaceSummary } from "./race-summary";
import { RaceVerdict } from "./race-verdict";
import { type Owner, SeatOwners } from "./seat-owners";

interface RacePanelProps {
  run: RaceRun;
  /** Of the timeline, shared by two panels side by side. */
  scale: TimeScale;
  spotlight?: Spotlight | null;
  /** One of two: timeline and source one below the other. */
  narrow?: boolean;
}

/** One race from its first step to its verdict. */
export function RacePanel({ run, scale, spotlight = null, narrow = false }: RacePanelProps) {
  const text = useMessages(raceMessages);
  const timelineText = useMessages(timelineMessages).timeline;
  const language = useLanguage();
  const titleId = useId();
  const state = useObservable(run.state);
  const analysis = useObservable(run.analysis);
  const [focus] = useState(() => new ObservableValue<TimelineFocus | null>(null));
  const [moment] = useState(() => new ObservableValue<number | null>(null));
  const momentMs = useObservable(moment);
  const owners = useMemo((): readonly Owner[] => {
    if (momentMs !== null) return analysis.claims.filter(({ atMs }) => atMs <= momentMs);
    return state.result?.owners.map((owner) => ({ ...owner, atMs: owner.soldAtMs })) ?? analysis.claims;
  }, [analysis, state.result, momentMs]);
  const { error } = state;

  return (
    <section className={styles.panel} data-narrow={narrow || undefined} aria-labelledby={titleId}>
      <header className={styles.head}>
        <PanelTitle id={titleId} side={run.side} />
        <RacePhase state={state} />
      </header>
      <div role="status" className={styles.verdict}>
        {state.result && <RaceVerdict side={run.side} result={state.result} />}
        {state.phase === "failed" && error && (
          <Notice tone="bad" title={text.phase.failed}>
            {typeof error === "string" ? error : error[language]}
          </Notice>
        )}
      </div>
      <div className={styles.seat}>
        <SeatOwners owners={owners} waiting={state.result === null} />
        {state.result && <RaceSummary analysis={analysis} result={state.result} />}
      </div>
      <div className={styles.race} data-timeline>
        {analysis.lanes.length > 0 ? (
          <>
            <Timeline run={run} focus={focus} moment={moment} scale={scale} spotlight={spotlight} />
            <PlaybackBar run={run} moment={moment} scale={scale} />
          </>
        ) : (
          <p className={styles.waiting}>{timelineText.waiting}</p>
        )}
        {state.stepsLeftOut > 0 && (
          <p className={styles.leftOut}>{timelineText.leftOut(state.stepsLeftOut)}</p>
        )}
        <Incidents run={run} />
        {state.result && <RaceHistory raceId={state.raceId} result={state.result} />}
        <TimelineAsText run={run} />
      </div>
      <div className={styles.source}>
        <HighlightedSource run={run} focus={focus} momentMs={momentMs} spotlight={spotlight} />
      </div>
    </section>
  );
}

function PanelTitle({ id, side }: { id: string; side: RaceSide }) {
  const language = useLanguage();
  const fault = FAULTS.find((known) => known.id === side.fault);
  return (
    <h3 id={id} className={styles.title}>
      {strategyCard(side.strategy).title[language]}
      {fault && (
        <>
          {" "}
          <Badge tone="warning" title={fault.what[language]}>
            {fault.title[language]}
          </Badge>
        </>
      )}
    </h3>
  );
}

function Incidents({ run }: { run: RaceRun }) {
  const language = useLanguage();
  const { incidents } = useObservable(run.state);
  if (incidents.length === 0) return null;
  return (
    <ol className={styles.incidents}>
      {incidents.map((incident) => (
        <li key={`${incident.atMs} ${incident.text.en}`}>
          <time>{formatMs(incident.atMs, language)}</time> {incident.text[language]}
        </li>
      ))}
    </ol>
  );
}

function HighlightedSource({
  run,
  focus,
  momentMs,
  spotlight,
}: {
  run: RaceRun;
  focus: ObservableValue<TimelineFocus | null>;
  momentMs: number | null;
  spotlight: Spotlight | null;
}) {
  const focused = useObservable(focus);
  const analysis = useObservable(run.analysis);
  const now = useMemo(
    () => (momentMs === null ? undefined : countBuyersAt(analysis.lanes, analysis.gaps, momentMs)),
    [analysis, momentMs],
  );
  const step =
    focused?.step == null ? now?.latest : run.lanes.byNumber(focused.lane)?.steps[focused.step]?.name;
  const highlights = useMemo(
    () => (step ? [step] : (spotlight?.steps ?? [])).map((step) => ({ step })),
    [step, spotlight],
  );
  return <SourcePane strategy={run.side.strategy} highlights={highlights} counts={now?.inStep} />;
}
