/** The files the lab ran, fetched once a page: `GET /api/lab/strategies/:id/source`. */
import type { StrategySource } from "#contract/lab";
import type { StrategyId } from "#contract/lab-strategies";
import { askLab } from "../_race/ask-lab";

const known = new Map<StrategyId, Promise<StrategySource | null>>();

export function strategySource(strategy: StrategyId): Promise<StrategySource | null> {
  const cached = known.get(strategy);
  if (cached) return cached;
  const fetched = askLab(`strategies/${strategy}/source`, isSource).then((source) => {
    if (source?.ok) return source;
    // Not kept: the next time it is asked for, the lab may be there.
    known.delete(strategy);
    return null;
  });
  known.set(strategy, fetched);
  return fetched;
}

function isSource(answer: object): answer is StrategySource {
  return "text" in answer && typeof answer.text === "string" && "lines" in answer;
}
