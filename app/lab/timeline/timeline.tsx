"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/button";
import { formatMs } from "../../lib/formatting";
import { timelineMessages } from "../../lib/messages/lab-timeline";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { type ObservableValue, useObservable } from "../../lib/observable-value";
import type { TimelineFocus } from "./draw-timeline";
import { tallestNeeded } from "./geometry";
import { LANE_ORDERS, type LaneOrder, orderLanes } from "./lane-order";
import { moveFocus } from "./move-focus";
import { litBy, type Spotlight } from "./spotlight";
import { StepTooltip } from "./step-tooltip";
import type { TimeScale } from "./time-scale";
import styles from "./timeline.module.css";
import { TimelineCanvas } from "./timeline-canvas";
import { TimelineLegend } from "./timeline-legend";
import type { TimelineSource } from "./timeline-source";

interface TimelineProps {
  run: TimelineSource;
  focus: ObservableValue<TimelineFocus | null>;
  moment: ObservableValue<number | null>;
  /** Two races side by side share one. */
  scale: TimeScale;
  spotlight: Spotlight | null;
}

const MAX_ZOOM = 64;

/** The swim-lanes of a race, drawn on a canvas. What it shows is also there as text. */
export function Timeline({ run, focus, moment, scale, spotlight }: TimelineProps) {
  const text = useMessages(timelineMessages);
  const language = useLanguage();
  const analysis = useObservable(run.analysis);
  const { incidents, result } = useObservable(run.state);
  const focused = useObservable(focus);
  const momentMs = useObservable(moment);
  const [zoom, setZoom] = useState(1);
  const [order, setOrder] = useState<LaneOrder>("time");
  const rows = useMemo(() => orderLanes(analysis.lanes, order), [analysis, order]);
  const lit = useMemo(() => spotlight && litBy(spotlight, analysis), [spotlight, analysis]);
  const words = useMemo(
    () => ({
      gap: text.timeline.gap,
      firstSale: (atMs: number) => text.timeline.firstSale(formatMs(atMs, language)),
      lock: text.timeline.lock,
      lockEnd: text.timeline.lockEnd,
    }),
    [text, language],
  );

  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [timelineCanvas, setPainter] = useState<TimelineCanvas>();

  useEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current || !probe.current) return;
    const made = new TimelineCanvas({
      scroller: scroller.current,
      spacer: spacer.current,
      canvas: canvas.current,
      probe: probe.current,
    });
    setPainter(made);
    return () => made.stop();
  }, []);

  useEffect(() => {
    timelineCanvas?.show({
      rows,
      analysis,
      answers: result?.answers ?? null,
      incidents,
      momentMs,
      focus: focused,
      lit,
      scale,
      zoom,
      words,
    });
  }, [timelineCanvas, rows, analysis, result, incidents, momentMs, focused, lit, scale, zoom, words]);

  function point(event: PointerEvent) {
    const box = canvas.current?.getBoundingClientRect();
    if (box) focus.set(timelineCanvas?.focusAt(event.clientX - box.left, event.clientY - box.top) ?? null);
  }

  function press(event: KeyboardEvent) {
    const next = moveFocus(rows, focused, event.key);
    if (next === undefined) return;
    event.preventDefault();
    focus.set(next);
    if (next) timelineCanvas?.scrollIntoView(next);
  }

  return (
    <div className={styles.timeline}>
      <div className={styles.tools}>
        <label className={styles.order}>
          <span>{text.timeline.order}</span>
          <select value={order} onChange={(event) => setOrder(readOrder(event.target.value))}>
            {LANE_ORDERS.map((known) => (
              <option key={known} value={known}>
                {text.timeline.orders[known]}
              </option>
            ))}
          </select>
        </label>
        <div className={styles.zoom}>
          <Button
            variant="quiet"
            size="small"
            aria-label={text.timeline.zoomOut}
            disabled={zoom <= 1}
            onClick={() => setZoom(zoom / 2)}
          >
            −
          </Button>
          <Button variant="quiet" size="small" disabled={zoom <= 1} onClick={() => setZoom(1)}>
            {text.timeline.fit}
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={text.timeline.zoomIn}
            disabled={zoom >= MAX_ZOOM}
            onClick={() => setZoom(zoom * 2)}
          >
            +
          </Button>
        </div>
      </div>
      <div className={styles.frame}>
        <div
          ref={scroller}
          className={styles.scroller}
          style={{ maxHeight: tallestNeeded(rows.length, analysis.locks.length > 0) }}
          role="application"
          aria-label={text.timeline.label(rows.length)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk through lanes and steps.
          tabIndex={0}
          data-lanes={rows.length}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === "mouse" && focus.set(null)}
          onKeyDown={press}
          onBlur={() => focus.set(null)}
        >
          <div ref={spacer} className={styles.spacer}>
            <canvas ref={canvas} className={styles.canvas} />
          </div>
          <span ref={probe} className={styles.probe} aria-hidden="true" />
        </div>
        {focused && timelineCanvas && (
          <StepTooltip run={run} focus={focused} timelineCanvas={timelineCanvas} />
        )}
      </div>
      <TimelineLegend analysis={analysis} result={result} isFolded={scale.folds.length > 0} />
    </div>
  );
}

function readOrder(value: string): LaneOrder {
  return LANE_ORDERS.find((known) => known === value) ?? "time";
}
