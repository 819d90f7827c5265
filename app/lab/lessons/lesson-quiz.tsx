"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button, ButtonLink } from "../../components/button";
import { Notice } from "../../components/notice";
import { lessonMessages } from "../../lib/messages/lab-lessons";
import { useMessages } from "../../lib/messages/language-context";
import { useObservable } from "../../lib/observable-value";
import { bringIntoSight } from "../bring-into-sight";
import { RacePanels } from "../race/panel/race-panels";
import { ComparisonTable } from "../race/results/comparison-table";
import { RaceRunner } from "../race/run/race-runner";
import { type RaceSetup, writeSetup } from "../race/setup/race-setup";
import { markLessonDone } from "./lesson-done";
import styles from "./lesson-quiz.module.css";
import { LessonSee, LessonSeeList, type LessonSight } from "./lesson-see";

interface LessonQuizProps {
  /** Already in the reader's language. */
  ask: ReactNode;
  choices: readonly { text: string; right: boolean }[];
  run: RaceSetup;
  /** What to look at when it has been run. */
  sights?: readonly LessonSight[];
  /** Opens when the race has been run, or when the reader would rather read. */
  children: ReactNode;
  /** The lesson that is done when this explanation has been opened. */
  completesLesson?: string;
}

/** Say what you expect, run it, and only then be told. */
export function LessonQuiz({ ask, choices, run, sights = [], children, completesLesson }: LessonQuizProps) {
  const text = useMessages(lessonMessages);
  const group = useId();
  const [runner] = useState(() => new RaceRunner());
  const [chosen, setChosen] = useState<number | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hint, setHint] = useState(false);
  const [sight, setSight] = useState(0);
  const runs = useObservable(runner.runs);
  const rows = useObservable(runner.rows);
  const busy = useObservable(runner.busy);
  const races = useRef<HTMLDivElement>(null);
  const hasSeen = isOpen && rows.length > 0 && !busy;

  useEffect(() => {
    if (runs.length > 0) bringIntoSight(races.current);
  }, [runs]);

  function openExplanation() {
    setIsOpen(true);
    if (completesLesson !== undefined) markLessonDone(completesLesson);
  }

  async function start() {
    if (chosen === null) {
      setHint(true);
      return;
    }
    await runner.race(run);
    if (runner.rows.get().length > 0) openExplanation();
    bringIntoSight(races.current);
  }

  return (
    <div className={styles.quiz}>
      <fieldset className={styles.choices} disabled={busy || isOpen}>
        <legend className={styles.ask}>{ask}</legend>
        {choices.map((choice, index) => (
          <label
            key={choice.text}
            className={styles.choice}
            data-right={(isOpen && choice.right) || undefined}
          >
            <input
              type="radio"
              name={group}
              checked={chosen === index}
              onChange={() => {
                setChosen(index);
                setHint(false);
              }}
            />
            <span>{choice.text}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.actions}>
        <Button size="large" busy={busy} onClick={start}>
          {busy ? text.running : rows.length > 0 ? text.runAgain : text.run}
        </Button>
        <span className={styles.hint} role="status">
          {hint ? text.chooseFirst : run.sides.length > 1 ? text.runHint : text.runHintOne}
        </span>
        <ButtonLink variant="quiet" size="small" href={`/lab?${writeSetup(run)}`}>
          {text.openInLab}
        </ButtonLink>
      </div>
      <div ref={races} className={styles.races}>
        <RacePanels runs={runs} spotlight={hasSeen ? (sights[sight]?.lights ?? null) : null} />
        {hasSeen && sights.length > 0 && (
          <LessonSee sights={sights} current={sight} onChange={setSight} races={races} />
        )}
      </div>
      <ComparisonTable rows={rows.slice(-run.sides.length)} />
      <div role="status">
        {isOpen && chosen !== null && rows.length > 0 && (
          <Notice
            tone={choices[chosen]?.right ? "good" : "warning"}
            title={choices[chosen]?.right ? text.right : text.notQuite}
          >
            {text.youSaid} {choices[chosen]?.text}
          </Notice>
        )}
      </div>
      {isOpen && !hasSeen && sights.length > 0 && <LessonSeeList sights={sights} />}
      {isOpen ? (
        children
      ) : (
        <p className={styles.locked}>
          {text.locked}{" "}
          <Button variant="quiet" size="small" onClick={openExplanation}>
            {text.openAnyway}
          </Button>
        </p>
      )}
    </div>
  );
}
