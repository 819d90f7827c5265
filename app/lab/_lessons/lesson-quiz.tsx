"use client";

import { type ReactNode, useId, useState } from "react";
import { Button, ButtonLink } from "../../components/button";
import { Notice } from "../../components/notice";
import { useCell } from "../../lib/live/use-cell";
import { labLessons } from "../../lib/messages/lab-lessons";
import { useMessages } from "../../lib/messages/language-context";
import { Races } from "../_parts/races";
import { RunNumbers } from "../_parts/run-numbers";
import { LabSession } from "../_race/lab-session";
import { type Setup, writeSetup } from "../_race/setup";
import styles from "./lesson-quiz.module.css";

interface LessonQuizProps {
  /** Already in the reader's language. */
  ask: ReactNode;
  choices: readonly { text: string; right: boolean }[];
  run: Setup;
  /** Opens when the race has been run, or when the reader would rather read. */
  children: ReactNode;
  onOpen?: () => void;
}

/** Say what you expect, run it, and only then be told. */
export function LessonQuiz({ ask, choices, run, children, onOpen }: LessonQuizProps) {
  const text = useMessages(labLessons);
  const group = useId();
  const [session] = useState(() => new LabSession());
  const [chosen, setChosen] = useState<number | null>(null);
  const [open, setOpen] = useState(false);
  const [hint, setHint] = useState(false);
  const runs = useCell(session.runs);
  const rows = useCell(session.rows);
  const busy = useCell(session.busy);

  function show() {
    setOpen(true);
    onOpen?.();
  }

  async function start() {
    if (chosen === null) {
      setHint(true);
      return;
    }
    await session.race(run);
    if (session.rows.get().length > 0) show();
  }

  return (
    <div className={styles.quiz}>
      <fieldset className={styles.choices} disabled={busy || open}>
        <legend className={styles.ask}>{ask}</legend>
        {choices.map((choice, index) => (
          <label key={choice.text} className={styles.choice} data-right={(open && choice.right) || undefined}>
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
      <div className={styles.deeds}>
        <Button size="large" busy={busy} onClick={start}>
          {busy ? text.running : rows.length > 0 ? text.runAgain : text.run}
        </Button>
        <span className={styles.hint} role="status">
          {hint ? text.chooseFirst : run.sides.length > 1 ? text.runHint : text.runHintOne}
        </span>
        <ButtonLink variant="quiet" size="small" href={`/lab?${writeSetup(run)}`} prefetch={false}>
          {text.openInLab}
        </ButtonLink>
      </div>
      <Races runs={runs} />
      <RunNumbers rows={rows.slice(-run.sides.length)} />
      <div role="status">
        {open && chosen !== null && rows.length > 0 && (
          <Notice
            tone={choices[chosen]?.right ? "good" : "lamp"}
            title={choices[chosen]?.right ? text.right : text.notQuite}
          >
            {text.youSaid} {choices[chosen]?.text}
          </Notice>
        )}
      </div>
      {open ? (
        children
      ) : (
        <p className={styles.locked}>
          {text.locked}{" "}
          <Button variant="quiet" size="small" onClick={show}>
            {text.openAnyway}
          </Button>
        </p>
      )}
    </div>
  );
}
