/** Every run that a scenario asks for, with what must come of it. */
import { STRATEGIES, type StrategyId } from "../contract/lab-strategies";
import type { Case, Expectation } from "./judge/judge";

export const SCENARIO_NAMES = ["article", "hot-seat", "spread", "sockets", "on-sale"] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** On any machine, and without the exhibits, which are mistakes beside one of these. */
export const COMPARED = STRATEGIES.filter(({ group, server }) => group !== "exhibit" && !server);

export interface PlannedRun {
  scenario: ScenarioName;
  /** What tells it from the other runs of its scenario. */
  title: string;
  /** One of the scenario file's own environments. */
  environment?: string;
  strategy?: StrategyId;
  /** Sells the demo show's A1, which must be free when it begins. */
  onDemoShow: boolean;
  /** Leaves the machine so idle that others may run beside it, on apps of their own. */
  paced: boolean;
  case: Case;
}

export interface Circumstances {
  /** The app sells by the lab's strategies too, which it does for demonstrations only. */
  strategies: boolean;
  /** Others may be buying at the same time. */
  shared: boolean;
}

export function isScenarioName(name: string): name is ScenarioName {
  return SCENARIO_NAMES.some((known) => known === name);
}

export function planRuns(names: readonly ScenarioName[], circumstances: Circumstances): PlannedRun[] {
  return names.flatMap((name) => planScenario(name, circumstances));
}

function planScenario(scenario: ScenarioName, { strategies, shared }: Circumstances): PlannedRun[] {
  const sellers = strategies ? COMPARED.map(({ id }) => id) : (["last-seat"] as const);
  switch (scenario) {
    case "article":
      return sellers.map((id) => onHotSeat(scenario, id, shared, id === "naive" ? "any" : expectationOf(id)));
    case "hot-seat":
      return ["hundred", "thousand"].flatMap((environment) =>
        sellers.map((id) => ({
          ...onHotSeat(scenario, id, shared, expectationOf(id)),
          title: `${id}, ${environment === "hundred" ? "100" : "1,000"} at once`,
          environment,
        })),
      );
    case "spread":
      return [onBoxOffice(scenario, "600 buyers over every show", shared)];
    case "sockets":
      return [onBoxOffice(scenario, "viewers and buyers through Socket.io", shared)];
    case "on-sale":
      return [onBoxOffice(scenario, "a ramp as the doors open", shared)];
  }
}

/** `last-seat` is the box office itself: it is asked without naming a strategy, and judged by its own tables. */
function onHotSeat(
  scenario: ScenarioName,
  id: StrategyId,
  shared: boolean,
  expectation: Expectation,
): PlannedRun {
  const isBoxOffice = id === "last-seat";
  return {
    scenario,
    title: id,
    ...(!isBoxOffice && { strategy: id }),
    onDemoShow: true,
    paced: scenario === "article",
    case: {
      ledger: isBoxOffice ? { kind: "box-office" } : { kind: "lab", strategy: id },
      expectation,
      decides: isBoxOffice,
      shared,
    },
  };
}

function onBoxOffice(scenario: ScenarioName, title: string, shared: boolean): PlannedRun {
  const judged: Case = { ledger: { kind: "box-office" }, expectation: "once", decides: true, shared };
  return { scenario, title, onDemoShow: false, paced: false, case: judged };
}

function expectationOf(id: StrategyId): Expectation {
  const card = STRATEGIES.find((strategy) => strategy.id === id);
  return card?.expected === "sold-many" ? "many" : "once";
}
