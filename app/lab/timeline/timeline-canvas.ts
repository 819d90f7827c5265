/**
 * Keeps a canvas the size of what is seen while a scroller is as large as the whole race, and paints at most
 * once a frame, whatever changed. The browser's own scrolling serves wheel, touch and keyboard.
 */

import { drawTimeline, type TimelineFocus, type TimelineScene } from "./draw-timeline";
import { contentSize, type Geometry, layOut, rowAt, stepAt, xOf, yOf } from "./geometry";
import { gutterWidth } from "./gutter";
import type { TimeScale } from "./time-scale";
import { onThemeChange, readColours, type TimelineColours } from "./timeline-colours";

type TimelinePicture = Omit<TimelineScene, "geometry" | "colours"> & { scale: TimeScale; zoom: number };

interface Elements {
  scroller: HTMLElement;
  spacer: HTMLElement;
  canvas: HTMLCanvasElement;
  probe: HTMLElement;
}

export class TimelineCanvas {
  readonly #elements: Elements;
  readonly #stops: (() => void)[];
  #picture: TimelinePicture | undefined;
  #colours: TimelineColours | undefined;
  #frame: number | undefined;

  constructor(elements: Elements) {
    this.#elements = elements;
    const resize = new ResizeObserver(() => this.#reshape());
    resize.observe(elements.scroller);
    const unwatch = onThemeChange(() => {
      this.#colours = undefined;
      this.#schedule();
    });
    elements.scroller.addEventListener("scroll", this.#schedule);
    this.#stops = [
      unwatch,
      () => resize.disconnect(),
      () => elements.scroller.removeEventListener("scroll", this.#schedule),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  show(picture: TimelinePicture): void {
    this.#picture = picture;
    this.#reshape();
  }

  /** The place under a pointer, in the coordinates of the canvas. */
  focusAt(x: number, y: number): TimelineFocus | null {
    const geometry = this.#geometry();
    const row = geometry && rowAt(geometry, y);
    const lane = row === undefined ? undefined : this.#picture?.rows[row];
    if (!geometry || !lane || x < 0 || x > geometry.width) return null;
    return { lane: lane.lane, step: stepAt(geometry, lane, x) ?? null };
  }

  /** Where a step is on the canvas now; what is scrolled out of sight has a place outside of it. */
  placeOf(focus: TimelineFocus): { x: number; y: number; width: number; height: number } | undefined {
    const geometry = this.#geometry();
    const rows = this.#picture?.rows ?? [];
    const row = rows.findIndex(({ lane }) => lane === focus.lane);
    const lane = rows[row];
    if (!geometry || !lane) return undefined;
    const step = focus.step === null ? undefined : lane.steps[focus.step];
    const { gutter, width, height, laneHeight } = geometry;
    const x = step ? Math.max(gutter, xOf(geometry, step.startedMs)) : gutter;
    return { x, y: yOf(geometry, row) + laneHeight, width, height };
  }

  /** Scrolls just enough to see a step that was reached by keyboard. */
  scrollIntoView(focus: TimelineFocus): void {
    const place = this.placeOf(focus);
    const geometry = this.#geometry();
    if (!place || !geometry) return;
    const { scroller } = this.#elements;
    const top = place.y - geometry.laneHeight;
    if (top < geometry.top) scroller.scrollTop += top - geometry.top;
    if (place.y > geometry.height) scroller.scrollTop += place.y - geometry.height;
    if (place.x > geometry.width - 40) scroller.scrollLeft += place.x - geometry.width / 2;
    const step = focus.step === null ? undefined : this.#stepOf(focus);
    if (step && xOf(geometry, step.startedMs) < geometry.gutter) {
      scroller.scrollLeft += xOf(geometry, step.startedMs) - geometry.gutter - 40;
    }
  }

  #stepOf({ lane, step }: TimelineFocus) {
    return this.#picture?.rows.find((row) => row.lane === lane)?.steps[step ?? -1];
  }

  #geometry(): Geometry | undefined {
    const { scroller } = this.#elements;
    const picture = this.#picture;
    if (!picture || scroller.clientWidth === 0) return undefined;
    const view = {
      width: scroller.clientWidth,
      height: scroller.clientHeight,
      scrollLeft: scroller.scrollLeft,
      scrollTop: scroller.scrollTop,
    };
    const { rows, words, analysis, scale, zoom } = picture;
    const hasLockTrack = analysis.locks.length > 0;
    const ctx = this.#elements.canvas.getContext("2d");
    if (!ctx) return undefined;
    const inGutter = hasLockTrack ? [words.lock] : [];
    const gutter = gutterWidth(ctx, rows, inGutter, view.width, this.#readColours().font);
    return layOut(view, { laneCount: rows.length, hasLockTrack, gutter, scale, zoom });
  }

  #reshape(): void {
    const geometry = this.#geometry();
    if (!geometry) return;
    const { spacer } = this.#elements;
    const { width, height } = contentSize(geometry);
    spacer.style.width = `${width}px`;
    spacer.style.height = `${height}px`;
    this.#schedule();
  }

  readonly #schedule = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#drawTimeline();
    });
  };

  #drawTimeline(): void {
    const geometry = this.#geometry();
    const { canvas } = this.#elements;
    const ctx = canvas.getContext("2d");
    if (!geometry || !ctx || !this.#picture) return;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(geometry.width * ratio);
    const height = Math.round(geometry.height * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${geometry.width}px`;
      canvas.style.height = `${geometry.height}px`;
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawTimeline(ctx, { ...this.#picture, geometry, colours: this.#readColours() });
  }

  #readColours(): TimelineColours {
    this.#colours ??= readColours(this.#elements.probe);
    return this.#colours;
  }
}
