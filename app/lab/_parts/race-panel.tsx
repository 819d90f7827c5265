"use client";

import { useId, useMemo, useState } from "react";
import { FAULTS } from "#contract/lab-faults";
import { strategyCard } from "#contract/lab-strategies";
import { Badge } from "../../components/badge";
import { Notice } from "../../components/notice";
import { Cell } from "../../lib/live/cell";
import { useCell } from "../../lib/live/use-cell";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { momentAt } from "../_race/moment";
import type { RaceRun } from "../_race/race-run";
import type { Side } from "../_race/setup";
import { SourcePane } from "../_source/source-pane";
import type { Focus } from "../_timeline/paint";
import { Timeline } from "../_timeline/timeline";
import { TimelineText } from "../_timeline/timeline-text";
import { MomentBar } from "./moment-bar";
import { Phase } from "./phase";
import styles from "./race-panel.module.css";
import { type Owner, SeatOwners } from "./seat-owners";
import { Story } from "./story";
import { Verdict } from "./verdict";

interface RacePanelProps {
  run: RaceRun;
  /** The scale of the timeline, shared by two panels side by side. */
  spanMs: number;
  /** One of two: timeline and source one below the other. */
  narrow?: boolean;
}

/** One race from its first step to its verdict. */
export function RacePanel({ run, spanMs, narrow = false }: RacePanelProps) {
  const text = useMessages(lab);
  const language = useLanguage();
  const titleId = useId();
  const state = useCell(run.state);
  const reading = useCell(run.reading);
  const [focus] = useState(() => new Cell<Focus | null>(null));
  const [moment] = useState(() => new Cell<number | null>(null));
  const momentMs = useCell(moment);
  const owners = useMemo((): readonly Owner[] => {
    if (momentMs !== null) return reading.claims.filter(({ atMs }) => atMs <= momentMs);
    return state.result?.owners.map((owner) => ({ ...owner, atMs: owner.soldAtMs })) ?? reading.claims;
  }, [reading, state.result, momentMs]);
  const { error } = state;

  return (
    <section className={styles.panel} data-narrow={narrow || undefined} aria-labelledby={titleId}>
      <header className={styles.head}>
        <PanelTitle id={titleId} side={run.side} />
        <Phase state={state} />
      </header>
      <div role="status" className={styles.verdict}>
        {state.result && <Verdict side={run.side} result={state.result} />}
        {state.phase === "failed" && error && (
          <Notice tone="bad" title={text.phase.failed}>
            {typeof error === "string" ? error : error[language]}
          </Notice>
        )}
      </div>
      <div className={styles.seat}>
        <SeatOwners owners={owners} waiting={state.result === null} />
        {state.result && <Story reading={reading} result={state.result} />}
      </div>
      <div className={styles.race}>
        {reading.lanes.length > 0 ? (
          <>
            <Timeline run={run} focus={focus} moment={moment} spanMs={spanMs} />
            <MomentBar run={run} moment={moment} />
          </>
        ) : (
          <p className={styles.waiting}>{text.timeline.waiting}</p>
        )}
        {state.stepsLeftOut > 0 && (
          <p className={styles.leftOut}>{text.timeline.leftOut(state.stepsLeftOut)}</p>
        )}
        <Incidents run={run} />
        <TimelineText run={run} />
      </div>
      <div className={styles.source}>
        <LitSource run={run} focus={focus} momentMs={momentMs} />
      </div>
    </section>
  );
}

export function PanelTitle({ id, side }: { id: string; side: Side }) {
  const language = useLanguage();
  const fault = FAULTS.find((known) => known.id === side.fault);
  return (
    <h3 id={id} className={styles.title}>
      {strategyCard(side.strategy).title[language]}
      {fault && (
        <>
          {" "}
          <Badge tone="lamp" title={fault.what[language]}>
            {fault.title[language]}
          </Badge>
        </>
      )}
    </h3>
  );
}

function Incidents({ run }: { run: RaceRun }) {
  const language = useLanguage();
  const { incidents } = useCell(run.state);
  if (incidents.length === 0) return null;
  return (
    <ol className={styles.incidents}>
      {incidents.map((incident) => (
        <li key={`${incident.atMs} ${incident.text.en}`}>
          <time>{Math.round(incident.atMs)} ms</time> {incident.text[language]}
        </li>
      ))}
    </ol>
  );
}

function LitSource({
  run,
  focus,
  momentMs,
}: {
  run: RaceRun;
  focus: Cell<Focus | null>;
  momentMs: number | null;
}) {
  const focused = useCell(focus);
  const reading = useCell(run.reading);
  const step = focused?.step == null ? undefined : run.book.lane(focused.lane)?.steps[focused.step]?.name;
  const lights = useMemo(() => (step ? [{ step }] : []), [step]);
  const counts = useMemo(
    () => (momentMs === null ? undefined : momentAt(reading.lanes, reading.gaps, momentMs).inStep),
    [reading, momentMs],
  );
  return <SourcePane strategy={run.side.strategy} lights={lights} counts={counts} />;
}
