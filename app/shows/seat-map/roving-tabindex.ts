/** The map is one tab stop: exactly one seat can be reached by Tab, and moving it wakes two seats. */
import { ObservableValue } from "../../lib/observable-value";

export class RovingTabindex {
  readonly #stops: readonly ObservableValue<boolean>[];
  #current: number;

  constructor(size: number, start: number) {
    this.#current = start;
    this.#stops = Array.from({ length: size }, (_, index) => new ObservableValue(index === start));
  }

  get current(): number {
    return this.#current;
  }

  stop(index: number): ObservableValue<boolean> {
    const stop = this.#stops[index];
    if (!stop) throw new Error(`This auditorium has no seat number ${index}.`);
    return stop;
  }

  moveTo(index: number): void {
    this.stop(this.#current).set(false);
    this.#current = index;
    this.stop(index).set(true);
  }
}
