"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { Button } from "../../components/button";
import { Slider } from "../../components/slider";
import { formatMs } from "../../lib/formatting";
import { timelineMessages } from "../../lib/messages/lab-timeline";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { type ObservableValue, useObservable } from "../../lib/observable-value";
import { countBuyersAt } from "../race/analysis/buyers-at-moment";
import type { RaceRun } from "../race/run/race-run";
import styles from "./playback-bar.module.css";
import type { TimeScale } from "./time-scale";

/** However long a race took, watching it takes about this long. */
const WATCH_MS = 9_000;
const SLIDER_STOPS = 400;

interface PlaybackBarProps {
  run: RaceRun;
  moment: ObservableValue<number | null>;
  /** It passes over a folded silence as quickly as the eye does. */
  scale: TimeScale;
}

/** A race is over in the blink of an eye: this lets one watch it slowly, or stop it at any moment. */
export function PlaybackBar({ run, moment, scale }: PlaybackBarProps) {
  const text = useMessages(timelineMessages);
  const language = useLanguage();
  const analysis = useObservable(run.analysis);
  const momentMs = useObservable(moment);
  const { endMs } = analysis;
  const { playing, toggle, stop } = usePlayback(moment, endMs, scale);
  const sentence = useMemo(() => {
    if (momentMs === null) return text.timeline.whole;
    const { inGap } = countBuyersAt(analysis.lanes, analysis.gaps, momentMs);
    const owners = analysis.claims.filter(({ atMs }) => atMs <= momentMs).length;
    return text.timeline.moment(formatMs(momentMs, language), inGap, owners);
  }, [analysis, momentMs, text, language]);
  if (endMs === 0) return null;

  return (
    <div className={styles.bar}>
      <Button variant="quiet" size="small" onClick={toggle}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d={playing ? "M3 2h4v12H3zM9 2h4v12H9z" : "M3 1.5v13L14 8z"} fill="currentColor" />
        </svg>
        {playing ? text.timeline.pause : text.timeline.play}
      </Button>
      <Slider
        className={styles.slider}
        min={0}
        max={SLIDER_STOPS}
        value={
          momentMs === null ? SLIDER_STOPS : (SLIDER_STOPS * scale.shareOf(momentMs)) / scale.shareOf(endMs)
        }
        aria-label={text.timeline.at}
        aria-valuetext={sentence}
        onChange={(event) => {
          stop();
          const share = Number(event.target.value) / SLIDER_STOPS;
          moment.set(share >= 1 ? null : scale.msAt(share * scale.shareOf(endMs)));
        }}
      />
      <span className={styles.sentence}>{sentence}</span>
    </div>
  );
}

/** Moves the moment through a race by itself, from where it stands or from the beginning. */
function usePlayback(
  moment: ObservableValue<number | null>,
  endMs: number,
  scale: TimeScale,
): { playing: boolean; toggle: () => void; stop: () => void } {
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const next = scale.msAt(scale.shareOf(moment.get() ?? 0) + (now - last) / WATCH_MS);
      last = now;
      moment.set(next >= endMs ? null : next);
      if (next >= endMs) setPlaying(false);
      else frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, moment, endMs, scale]);

  const toggle = useCallback(() => setPlaying((was) => !was), []);
  const stop = useCallback(() => setPlaying(false), []);
  return { playing, toggle, stop };
}
