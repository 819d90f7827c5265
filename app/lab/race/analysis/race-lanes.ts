/**
 * The steps of a race, sorted into lanes as they arrive. It is changed in place and counts its changes, because
 * a race has up to 20,000 steps and the timeline paints from it twenty times a second.
 */
import type { RaceStep } from "#contract/lab";

export interface Lane {
  lane: number;
  buyer: string;
  /** Where the buyer runs; a step done on its behalf elsewhere names its own. */
  instance: number;
  /** In the order in which they began. */
  steps: RaceStep[];
}

export class RaceLanes {
  readonly #byNumber = new Map<number, Lane>();
  #lanes: Lane[] = [];
  #sorted = true;
  #endMs = 0;

  /** In the order of their numbers. */
  get lanes(): readonly Lane[] {
    if (!this.#sorted) {
      this.#lanes = [...this.#byNumber.values()].sort((a, b) => a.lane - b.lane);
      this.#sorted = true;
    }
    return this.#lanes;
  }

  /** The end of the last step seen. */
  get endMs(): number {
    return this.#endMs;
  }

  byNumber(number: number): Lane | undefined {
    return this.#byNumber.get(number);
  }

  add(steps: readonly RaceStep[]): void {
    for (const step of steps) {
      this.#endMs = Math.max(this.#endMs, step.endedMs ?? step.startedMs);
      const lane = this.#byNumber.get(step.lane);
      if (lane) place(lane.steps, step);
      else this.#addLane(step);
    }
  }

  /** After a reconnect the server tells everything again. */
  clear(): void {
    this.#byNumber.clear();
    this.#lanes = [];
    this.#sorted = true;
    this.#endMs = 0;
  }

  #addLane(step: RaceStep): void {
    const { lane, buyer, instance } = step;
    this.#byNumber.set(lane, { lane, buyer, instance, steps: [step] });
    this.#sorted = false;
  }
}

/** Steps mostly arrive in order; one that began earlier is put in its place, one told again is replaced. */
function place(steps: RaceStep[], step: RaceStep): void {
  let at = steps.length;
  for (let before = steps[at - 1]; before && before.startedMs >= step.startedMs; before = steps[at - 1]) {
    at -= 1;
    if (before.startedMs === step.startedMs && before.name === step.name) {
      steps[at] = step;
      return;
    }
  }
  steps.splice(at, 0, step);
}
