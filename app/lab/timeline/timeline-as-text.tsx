"use client";

import { useState } from "react";
import { Button } from "../../components/button";
import { formatMs } from "../../lib/formatting";
import { timelineMessages } from "../../lib/messages/lab-timeline";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { useObservable } from "../../lib/observable-value";
import type { RaceAnalysis } from "../race/analysis/race-analysis";
import type { RaceRun } from "../race/run/race-run";
import { endMarkOf } from "./end-marks";
import { processNumber, stepText } from "./step-text";
import styles from "./timeline-as-text.module.css";

const PAGE_SIZE = 40;

/** The same lanes and steps for whoever does not see the canvas, in the order in which the buyers were let go. */
export function TimelineAsText({ run }: { run: RaceRun }) {
  const text = useMessages(timelineMessages);
  const [open, setOpen] = useState(false);
  const analysis = useObservable(run.analysis);
  const { incidents } = useObservable(run.state);
  const language = useLanguage();
  if (analysis.lanes.length === 0) return null;
  return (
    <details className={styles.text} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.text.summary}</summary>
      {open && incidents.length > 0 && (
        <>
          <h4 className={styles.heading}>{text.text.incidents}</h4>
          <ul>
            {incidents.map((incident) => (
              <li key={`${incident.atMs} ${incident.text.en}`}>
                {formatMs(incident.atMs, language)}: {incident.text[language]}
              </li>
            ))}
          </ul>
        </>
      )}
      {open && <LockList analysis={analysis} />}
      {open && <LaneTable run={run} />}
    </details>
  );
}

function LockList({ analysis: { locks } }: { analysis: RaceAnalysis }) {
  const text = useMessages(timelineMessages);
  const language = useLanguage();
  if (locks.length === 0) return null;
  return (
    <>
      <h4 className={styles.heading}>{text.text.locks}</h4>
      <ul>
        {locks.map(({ lane, buyer, fromMs, toMs, ended }) => (
          <li key={`${lane} ${fromMs}`}>
            {buyer}:{" "}
            {text.text.held(formatMs(fromMs, language), toMs === null ? null : formatMs(toMs, language))}
            {ended && ended !== "released" && <>, {text.timeline.lockEnd[ended]}</>}
          </li>
        ))}
      </ul>
    </>
  );
}

function LaneTable({ run }: { run: RaceRun }) {
  const text = useMessages(timelineMessages);
  const language = useLanguage();
  const { lanes, gaps, claims } = useObservable(run.analysis);
  const { result } = useObservable(run.state);
  const [shown, setShown] = useState(PAGE_SIZE);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.text.buyer}</th>
            <th scope="col">{text.text.process}</th>
            <th scope="col">{text.text.steps}</th>
            {result && <th scope="col">{text.text.end}</th>}
          </tr>
        </thead>
        <tbody>
          {lanes.slice(0, shown).map((lane) => {
            const slipped = gaps.get(lane.lane)?.salesInGap.length ?? 0;
            return (
              <tr key={lane.lane}>
                <th scope="row">{lane.buyer}</th>
                <td>{processNumber(lane.instance)}</td>
                <td>
                  {lane.steps.map((step) => stepText(text, language, step)).join("; ") ||
                    text.timeline.noSteps}
                  {slipped > 0 && <strong> {text.timeline.slipped(slipped)}</strong>}
                </td>
                {result && <td>{text.timeline.ends[endMarkOf(lane, result.answers, claims)]}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown < lanes.length && (
        <Button variant="quiet" size="small" onClick={() => setShown(shown + 2 * PAGE_SIZE)}>
          {text.text.more(Math.min(2 * PAGE_SIZE, lanes.length - shown))}
        </Button>
      )}
    </>
  );
}
