"use client";

import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { SeatView } from "../../lib/live-show/show-store";
import { useShowContext } from "../show-context";
import styles from "./minimap.module.css";

const DOT_PX = 4;
const TOKEN_OF_VIEW = {
  available: "--seat-standard-edge",
  asking: "--seat-asking-edge",
  mine: "--seat-yours-fill",
  ticket: "--seat-booked-fill",
  held: "--seat-sold-edge",
  sold: "--seat-sold-edge",
  blocked: "--seat-sold-edge",
} as const;

/**
 * Where in the auditorium we are, in a strip of its own above the map that is there, by CSS, only while the map is
 * larger than its frame. Decoration: the map says it all.
 */
export function Minimap({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const { plan, store } = useShowContext();
  const strip = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const lens = useRef<HTMLDivElement>(null);
  const [needed, setNeeded] = useState(false);

  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const look = () => {
      setNeeded((strip.current?.clientHeight ?? 0) > 0);
      if (!lens.current) return;
      const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
      lens.current.style.left = share(frame.scrollLeft, frame.scrollWidth);
      lens.current.style.top = share(frame.scrollTop, frame.scrollHeight);
      lens.current.style.width = share(frame.clientWidth, frame.scrollWidth);
      lens.current.style.height = share(frame.clientHeight, frame.scrollHeight);
    };
    const resized = new ResizeObserver(look);
    resized.observe(frame);
    if (strip.current) resized.observe(strip.current);
    if (frame.firstElementChild) resized.observe(frame.firstElementChild);
    frame.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      resized.disconnect();
      frame.removeEventListener("scroll", look);
    };
  }, [scroller]);

  useEffect(() => {
    if (!needed) return;
    let waiting = 0;
    const draw = () => {
      waiting = 0;
      const pen = canvas.current?.getContext("2d");
      if (!pen || !canvas.current) return;
      const colourOf = coloursOf(canvas.current);
      pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
      for (const seat of plan.seats) {
        pen.fillStyle = colourOf(store.view(seat.index));
        pen.fillRect((seat.x + 1) * DOT_PX, (seat.y + 2.5) * DOT_PX, DOT_PX - 1, DOT_PX - 1);
      }
    };
    const redraw = () => {
      if (waiting === 0) waiting = requestAnimationFrame(draw);
    };
    const stops = store.seats.map((seat) => seat.subscribe(redraw));
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    draw();
    return () => {
      for (const stop of stops) stop();
      theme.disconnect();
      cancelAnimationFrame(waiting);
    };
  }, [needed, plan, store]);

  function scrollToPointer(event: PointerEvent) {
    const frame = scroller.current;
    if (!frame || event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    frame.scrollLeft = ((event.clientX - box.left) / box.width) * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = ((event.clientY - box.top) / box.height) * frame.scrollHeight - frame.clientHeight / 2;
  }

  return (
    <div ref={strip} className={styles.strip} aria-hidden="true">
      <div className={styles.minimap} onPointerDown={scrollToPointer} onPointerMove={scrollToPointer}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={(plan.columns + 2) * DOT_PX}
          height={(plan.depth + 3) * DOT_PX}
        />
        <div ref={lens} className={styles.lens} />
      </div>
    </div>
  );
}

/** A canvas need not know `light-dark()`: each colour is taken from a real property of a real element. */
function coloursOf(element: HTMLElement): (view: SeatView) => string {
  const known = new Map<string, string>();
  return (view) => {
    const token = TOKEN_OF_VIEW[view];
    if (!known.has(token)) {
      element.style.color = `var(${token})`;
      known.set(token, getComputedStyle(element).color);
    }
    return known.get(token) ?? "";
  };
}
