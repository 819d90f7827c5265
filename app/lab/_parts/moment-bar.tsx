"use client";

import { useMemo } from "react";
import { Button } from "../../components/button";
import type { Cell } from "../../lib/live/cell";
import { useCell } from "../../lib/live/use-cell";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { momentAt } from "../_race/moment";
import type { RaceRun } from "../_race/race-run";
import { formatMs } from "../_timeline/step-words";
import { useSlowMotion } from "../_timeline/use-slow-motion";
import styles from "./moment-bar.module.css";
import slider from "./slider.module.css";

/** A race is over in the blink of an eye: this lets one watch it slowly, or stop it at any moment. */
export function MomentBar({ run, moment }: { run: RaceRun; moment: Cell<number | null> }) {
  const text = useMessages(lab);
  const language = useLanguage();
  const reading = useCell(run.reading);
  const momentMs = useCell(moment);
  const { endMs } = reading;
  const { playing, toggle, stop } = useSlowMotion(moment, endMs);
  const sentence = useMemo(() => {
    if (momentMs === null) return text.timeline.whole;
    const { inGap } = momentAt(reading.lanes, reading.gaps, momentMs);
    const owners = reading.claims.filter(({ atMs }) => atMs <= momentMs).length;
    return text.timeline.moment(formatMs(momentMs, language), inGap, owners);
  }, [reading, momentMs, text, language]);
  if (endMs === 0) return null;

  return (
    <div className={styles.bar}>
      <Button variant="quiet" size="small" onClick={toggle}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d={playing ? "M3 2h4v12H3zM9 2h4v12H9z" : "M3 1.5v13L14 8z"} fill="currentColor" />
        </svg>
        {playing ? text.timeline.pause : text.timeline.play}
      </Button>
      <input
        className={`${slider.slider} ${styles.slider}`}
        type="range"
        min={0}
        max={endMs}
        step={endMs / 400}
        value={momentMs ?? endMs}
        aria-label={text.timeline.at}
        aria-valuetext={sentence}
        onChange={(event) => {
          stop();
          const at = Number(event.target.value);
          moment.set(at >= endMs ? null : at);
        }}
      />
      <span className={styles.sentence}>{sentence}</span>
    </div>
  );
}
