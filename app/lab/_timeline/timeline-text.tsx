"use client";

import { useState } from "react";
import { Button } from "../../components/button";
import { useCell } from "../../lib/live/use-cell";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import type { RaceRun } from "../_race/race-run";
import { formatMs, processNumber, stepWords } from "./step-words";
import styles from "./timeline-text.module.css";

const PAGE = 40;

/** The same lanes and steps for whoever does not see the canvas, in the order in which the buyers were let go. */
export function TimelineText({ run }: { run: RaceRun }) {
  const text = useMessages(lab);
  const [open, setOpen] = useState(false);
  const reading = useCell(run.reading);
  const { incidents } = useCell(run.state);
  const language = useLanguage();
  if (reading.lanes.length === 0) return null;
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
      {open && <LaneTable run={run} />}
    </details>
  );
}

function LaneTable({ run }: { run: RaceRun }) {
  const text = useMessages(lab);
  const language = useLanguage();
  const { lanes, gaps } = useCell(run.reading);
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.text.buyer}</th>
            <th scope="col">{text.text.process}</th>
            <th scope="col">{text.text.steps}</th>
          </tr>
        </thead>
        <tbody>
          {lanes.slice(0, shown).map((lane) => {
            const slipped = gaps.get(lane.lane)?.slippedThrough.length ?? 0;
            return (
              <tr key={lane.lane}>
                <th scope="row">{lane.buyer}</th>
                <td>{processNumber(lane.instance)}</td>
                <td>
                  {lane.steps.map((step) => stepWords(text, language, step)).join("; ") ||
                    text.timeline.noSteps}
                  {slipped > 0 && <strong> {text.timeline.slipped(slipped)}</strong>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown < lanes.length && (
        <Button variant="quiet" size="small" onClick={() => setShown(shown + 2 * PAGE)}>
          {text.text.more(Math.min(2 * PAGE, lanes.length - shown))}
        </Button>
      )}
    </>
  );
}
