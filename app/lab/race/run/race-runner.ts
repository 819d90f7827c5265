/**
 * What happens on a lab page: one race, two side by side, or all of them, always one after another, so that
 * none slows another down; and the table that grows with each.
 */
import { STRATEGIES, type StrategyCard } from "#contract/lab-strategies";
import { ObservableValue } from "../../../lib/observable-value";
import { sharedLabSocket } from "../../connection/lab-socket";
import { type ResultRow, resultRowOf } from "../results/result-rows";
import { faultsKnownTo, type RaceConditions, type RaceSetup, type RaceSide } from "../setup/race-setup";
import { RaceRun } from "./race-run";

interface Batch {
  done: number;
  total: number;
}

export class RaceRunner {
  /** The races on show: one, or two side by side. The second of a pair waits for the first. */
  readonly runs = new ObservableValue<readonly RaceRun[]>([]);
  readonly rows = new ObservableValue<readonly ResultRow[]>([]);
  readonly busy = new ObservableValue(false);
  readonly batch = new ObservableValue<Batch | null>(null);
  #stopping = false;

  async race({ sides, ...conditions }: RaceSetup): Promise<void> {
    const end = await this.#begin();
    if (!end) return;
    const [first, second] = sides;
    const run = new RaceRun(first, conditions);
    const rival = second && new RaceRun(second, conditions);
    this.runs.set(rival ? [run, rival] : [run]);
    await this.#run(run);
    // The same seed for both: the same buyers in the same order, with the same pauses.
    if (rival) await this.#run(rival, run.state.get().seed);
    end();
  }

  /**
   * Every strategy under the same conditions, with the fault where it knows it and without where it does not. Exhibits
   * are mistakes beside one of the others, and not compared; nor is what is not installed.
   */
  async raceAll(
    { sides: [{ fault }], ...conditions }: RaceSetup,
    isMissing: (card: StrategyCard) => boolean,
  ): Promise<void> {
    const end = await this.#begin();
    if (!end) return;
    this.#stopping = false;
    const compared = STRATEGIES.filter((card) => card.group !== "exhibit" && !isMissing(card));
    const sides: RaceSide[] = compared.map(({ id: strategy }) => ({
      strategy,
      fault: fault && faultsKnownTo(strategy).includes(fault) ? fault : null,
    }));
    for (const [done, side] of sides.entries()) {
      this.batch.set({ done, total: sides.length });
      const run = new RaceRun(side, conditions);
      this.runs.set([run]);
      await this.#run(run);
      if (this.#stopping || run.state.get().phase === "failed") break;
    }
    this.batch.set(null);
    end();
  }

  /** After the race that is under way; it cannot be called back. */
  readonly stop = (): void => {
    this.#stopping = true;
  };

  readonly clear = (): void => this.rows.set([]);

  /** Undefined while something is under way. The connection stays open from the first race to the last. */
  async #begin(): Promise<(() => void) | undefined> {
    if (this.busy.get()) return undefined;
    this.busy.set(true);
    const closeSocket = (await sharedLabSocket()).keepOpen(() => {});
    return () => {
      closeSocket();
      this.busy.set(false);
    };
  }

  async #run(run: RaceRun, seed: number | null = run.conditions.seed): Promise<void> {
    const over = await run.run(await sharedLabSocket(), seed);
    if (over.result && over.seed !== null) this.#add(run.side, run.conditions, over.seed, over.result);
  }

  #add(
    side: RaceSide,
    conditions: RaceConditions,
    seed: number,
    result: Parameters<typeof resultRowOf>[4],
  ): void {
    const rows = this.rows.get();
    const id = (rows.at(-1)?.id ?? 0) + 1;
    this.rows.set([...rows, resultRowOf(id, side, conditions, seed, result)]);
  }
}
