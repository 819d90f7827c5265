/** The seat that is pointed at: a mouse is over it, the keyboard's focus is on it, or a finger rests on it. */
import { ObservableValue } from "../../lib/observable-value";

const LONG_PRESS_MS = 450;
const FINGER_MOVES_PX = 10;

export class PointedSeat {
  /** Its index, as long as somebody points at it. */
  readonly index = new ObservableValue<number | undefined>(undefined);
  #pressTimer: ReturnType<typeof setTimeout> | undefined;
  #pressedLong = false;

  /** Watches a part of the page whose seats carry `data-seat`. */
  attach(place: HTMLElement): () => void {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    place.addEventListener("pointerover", this.#onPointerOver, options);
    place.addEventListener("pointerleave", this.#onPointerLeave, options);
    place.addEventListener("focusin", this.#onFocus, options);
    place.addEventListener("focusout", this.clear, options);
    place.addEventListener("pointerdown", this.#onPointerDown, options);
    place.addEventListener("click", this.#onClick, { ...options, capture: true });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && this.clear(), options);
    return () => {
      stop.abort();
      clearTimeout(this.#pressTimer);
    };
  }

  readonly clear = (): void => this.index.set(undefined);

  readonly #onPointerOver = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType !== "touch") this.index.set(seatAt(target));
  };

  readonly #onPointerLeave = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== "touch") this.clear();
  };

  readonly #onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target.matches(":focus-visible")) this.index.set(seatAt(target));
  };

  readonly #onPointerDown = (down: PointerEvent): void => {
    this.#pressedLong = false;
    clearTimeout(this.#pressTimer);
    if (down.pointerType !== "touch") return;
    this.clear();
    const ended = new AbortController();
    this.#pressTimer = setTimeout(() => {
      ended.abort();
      this.#pressedLong = true;
      this.index.set(seatAt(down.target));
    }, LONG_PRESS_MS);
    const end = () => {
      clearTimeout(this.#pressTimer);
      ended.abort();
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - down.clientX, clientY - down.clientY) > FINGER_MOVES_PX) end();
    };
    window.addEventListener("pointermove", move, { signal: ended.signal });
    window.addEventListener("pointerup", end, { signal: ended.signal });
    window.addEventListener("pointercancel", end, { signal: ended.signal });
  };

  /** Lifting a finger that asked what a seat is does not take it. */
  readonly #onClick = (event: MouseEvent): void => {
    if (!this.#pressedLong) return;
    this.#pressedLong = false;
    event.preventDefault();
    event.stopPropagation();
  };
}

function seatAt(target: EventTarget | null): number | undefined {
  const seat = target instanceof Element ? target.closest("[data-seat]") : null;
  return seat ? Number(seat.getAttribute("data-seat")) : undefined;
}
