"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/button";
import type { Cell } from "../../lib/live/cell";
import { useCell } from "../../lib/live/use-cell";
import { lab } from "../../lib/messages/lab";
import { useMessages } from "../../lib/messages/language-context";
import type { RaceRun } from "../_race/race-run";
import { tallestNeeded } from "./geometry";
import { Legend } from "./legend";
import { moveFocus } from "./move-focus";
import { ORDERS, type Order, orderLanes } from "./order";
import type { Focus } from "./paint";
import { TimelinePainter } from "./painter";
import styles from "./timeline.module.css";
import { Tip } from "./tip";

interface TimelineProps {
  run: RaceRun;
  focus: Cell<Focus | null>;
  moment: Cell<number | null>;
  /** Two races side by side share a scale. */
  spanMs: number;
}

const MAX_ZOOM = 64;

/** The swim-lanes of a race, drawn on a canvas. What it shows is also there as text. */
export function Timeline({ run, focus, moment, spanMs }: TimelineProps) {
  const text = useMessages(lab);
  const reading = useCell(run.reading);
  const { incidents } = useCell(run.state);
  const focused = useCell(focus);
  const momentMs = useCell(moment);
  const [zoom, setZoom] = useState(1);
  const [order, setOrder] = useState<Order>("time");
  const rows = useMemo(() => orderLanes(reading.lanes, order), [reading, order]);

  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [painter, setPainter] = useState<TimelinePainter>();

  useEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current || !probe.current) return;
    const made = new TimelinePainter({
      scroller: scroller.current,
      spacer: spacer.current,
      canvas: canvas.current,
      probe: probe.current,
    });
    setPainter(made);
    return () => made.stop();
  }, []);

  useEffect(() => {
    painter?.show({
      rows,
      gaps: reading.gaps,
      window: reading.window,
      incidents,
      momentMs,
      focus: focused,
      spanMs,
      zoom,
      words: { gap: text.timeline.gap },
    });
  }, [painter, rows, reading, incidents, momentMs, focused, spanMs, zoom, text]);

  function point(event: PointerEvent) {
    const box = canvas.current?.getBoundingClientRect();
    if (box) focus.set(painter?.hit(event.clientX - box.left, event.clientY - box.top) ?? null);
  }

  function press(event: KeyboardEvent) {
    const next = moveFocus(rows, focused, event.key);
    if (next === undefined) return;
    event.preventDefault();
    focus.set(next);
    if (next) painter?.reveal(next);
  }

  return (
    <div className={styles.timeline}>
      <div className={styles.tools}>
        <label className={styles.order}>
          <span>{text.timeline.order}</span>
          <select value={order} onChange={(event) => setOrder(readOrder(event.target.value))}>
            {ORDERS.map((known) => (
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
          style={{ maxHeight: tallestNeeded(rows.length) }}
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
        {focused && painter && <Tip run={run} focus={focused} painter={painter} />}
      </div>
      <Legend reading={reading} />
    </div>
  );
}

function readOrder(value: string): Order {
  return ORDERS.find((known) => known === value) ?? "time";
}
