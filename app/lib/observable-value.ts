import { useSyncExternalStore } from "react";

/** One observable value. A map of hundreds of seats is hundreds of these, so a changed seat wakes one reader. */
export class ObservableValue<T> {
  readonly #initial: T;
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(initial: T) {
    this.#initial = initial;
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  /** What the server rendered: the page is hydrated with it even when the first change came sooner. */
  readonly getInitial = (): T => this.#initial;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(next: T): void {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    for (const listener of [...this.#listeners]) listener();
  }
}

export function useObservable<T>(observable: ObservableValue<T>): T {
  return useSyncExternalStore(observable.subscribe, observable.get, observable.getInitial);
}
