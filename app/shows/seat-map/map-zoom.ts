/**
 * Zoom of the map. The seat map lies in an ordinary scroller, so that panning is the browser's own, with momentum
 * and keyboard; zooming changes one CSS variable and keeps the point under the pointer where it was.
 */
import { ObservableValue } from "../../lib/observable-value";

const MAX_SCALE = 3;
const ZOOM_STEP = 1.35;
/** Below this a seat is too small to be hit (WCAG 2.5.8); the map is then an overview. */
const MIN_TARGET_PX = 24;
const DRAG_BEGINS_PX = 5;

interface ZoomState {
  scale: number;
  canGrow: boolean;
  canShrink: boolean;
  overview: boolean;
}

export class MapZoom {
  readonly state = new ObservableValue<ZoomState>({
    scale: 1,
    canGrow: true,
    canShrink: false,
    overview: false,
  });
  #scroller: HTMLElement | undefined;
  #scale = 1;
  #wanted: { scale: number; x: number; y: number } | undefined;
  #dragged = false;

  /** Takes over wheel, pinch and drag of a scroller whose first child is the map and whose parent is its frame. */
  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    scroller.addEventListener("wheel", this.#onWheel, { ...options, passive: false });
    scroller.addEventListener("touchstart", this.#onTouchStart, { ...options, passive: true });
    scroller.addEventListener("touchmove", this.#onTouchMove, { ...options, passive: false });
    scroller.addEventListener("pointerdown", this.#onPointerDown, options);
    scroller.addEventListener("click", this.#onClick, { ...options, capture: true });
    const resized = new ResizeObserver(() => this.#apply(this.#scale));
    resized.observe(scroller);
    this.#centre();
    return () => {
      stop.abort();
      resized.disconnect();
      this.#scroller = undefined;
    };
  }

  isOverview(): boolean {
    return this.state.get().overview;
  }

  grow(): void {
    this.#zoomTo(this.#scale * ZOOM_STEP);
  }

  shrink(): void {
    this.#zoomTo(this.#scale / ZOOM_STEP);
  }

  fit(): void {
    this.#zoomTo(this.#fitScale());
  }

  /** From the overview to where seats can be hit, around the place that was tapped. */
  zoomInAt(clientX: number, clientY: number): void {
    this.#zoomTo(1, clientX, clientY);
  }

  /** Wheels and fingers speak more often than a screen is drawn: the last word before each frame counts. */
  #zoomSoon(scale: number, x: number, y: number): void {
    if (!this.#wanted) {
      requestAnimationFrame(() => {
        const wanted = this.#wanted;
        this.#wanted = undefined;
        if (wanted) this.#zoomTo(wanted.scale, wanted.x, wanted.y);
      });
    }
    this.#wanted = { scale, x, y };
  }

  /** Zooms around a point of the window, or the middle of the map: what is there, a seat or the floor, stays there. */
  #zoomTo(wanted: number, clientX?: number, clientY?: number): void {
    const scroller = this.#scroller;
    if (!scroller?.firstElementChild) return;
    const frame = scroller.getBoundingClientRect();
    const x = clientX ?? frame.left + frame.width / 2;
    const y = clientY ?? frame.top + frame.height / 2;
    const seat = document.elementFromPoint(x, y)?.closest("[data-seat]");
    const anchor = seat && scroller.contains(seat) ? seat : scroller.firstElementChild;
    const before = anchor.getBoundingClientRect();
    const across = (x - before.left) / before.width;
    const down = (y - before.top) / before.height;
    this.#apply(wanted);
    const after = anchor.getBoundingClientRect();
    scroller.scrollLeft += after.left + across * after.width - x;
    scroller.scrollTop += after.top + down * after.height - y;
  }

  #apply(wanted: number): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const fit = this.#fitScale();
    this.#scale = Math.min(MAX_SCALE, Math.max(fit, wanted));
    scroller.parentElement?.style.setProperty("--zoom", String(this.#scale));
    this.state.set({
      scale: this.#scale,
      canGrow: this.#scale < MAX_SCALE,
      canShrink: this.#scale > fit + 0.005,
      overview: this.#seatPx() < MIN_TARGET_PX - 0.5,
    });
  }

  #fitScale(): number {
    const scroller = this.#scroller;
    const floor = scroller?.firstElementChild;
    if (!scroller || !(floor instanceof HTMLElement)) return 1;
    const byWidth = (scroller.clientWidth * this.#scale) / floor.offsetWidth;
    const byHeight = (scroller.clientHeight * this.#scale) / floor.offsetHeight;
    return Math.min(1, byWidth, byHeight);
  }

  #seatPx(): number {
    return this.#scroller?.querySelector("[data-seat]")?.getBoundingClientRect().width ?? MIN_TARGET_PX;
  }

  #centre(): void {
    const scroller = this.#scroller;
    if (scroller) scroller.scrollLeft = (scroller.scrollWidth - scroller.clientWidth) / 2;
  }

  readonly #onWheel = (event: WheelEvent): void => {
    // A pinch on a touch pad arrives as a wheel with Control. A plain wheel scrolls, as everywhere.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const speed = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.06 : 0.006;
    const from = this.#wanted?.scale ?? this.#scale;
    this.#zoomSoon(from * Math.exp(-event.deltaY * speed), event.clientX, event.clientY);
  };

  #pinch: { distance: number; scale: number } | undefined;

  readonly #onTouchStart = ({ touches }: TouchEvent): void => {
    const [a, b] = touches;
    this.#pinch = a && b ? { distance: distanceOf(a, b), scale: this.#scale } : undefined;
  };

  readonly #onTouchMove = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (!a || !b || !this.#pinch) return;
    event.preventDefault();
    const scale = (this.#pinch.scale * distanceOf(a, b)) / this.#pinch.distance;
    this.#zoomSoon(scale, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
  };

  /** A mouse drags the map; fingers scroll it by themselves. */
  readonly #onPointerDown = (down: PointerEvent): void => {
    const scroller = this.#scroller;
    this.#dragged = false;
    if (!scroller || down.pointerType !== "mouse" || down.button !== 0) return;
    const { scrollLeft, scrollTop } = scroller;
    const stop = new AbortController();
    const move = (event: PointerEvent) => {
      const x = event.clientX - down.clientX;
      const y = event.clientY - down.clientY;
      if (!this.#dragged && Math.hypot(x, y) < DRAG_BEGINS_PX) return;
      this.#dragged = true;
      scroller.dataset.dragging = "";
      scroller.scrollLeft = scrollLeft - x;
      scroller.scrollTop = scrollTop - y;
    };
    const end = () => {
      delete scroller.dataset.dragging;
      stop.abort();
    };
    window.addEventListener("pointermove", move, { signal: stop.signal });
    window.addEventListener("pointerup", end, { signal: stop.signal });
    window.addEventListener("pointercancel", end, { signal: stop.signal });
  };

  /** The click that ends a drag is no click on a seat. */
  readonly #onClick = (event: MouseEvent): void => {
    if (!this.#dragged) return;
    this.#dragged = false;
    event.preventDefault();
    event.stopPropagation();
  };
}

function distanceOf(a: Touch, b: Touch): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
