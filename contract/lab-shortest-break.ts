/** Apart from the schemas, so that a page can know it without zod. */
import type { SearchedSchedules } from "./lab-schedules";

/** Of two buyers, whom the game can play; undefined if none was found. */
export function shortestBreak(
  searches: readonly SearchedSchedules[],
  strategy: SearchedSchedules["strategy"],
): (SearchedSchedules & { shortest: string }) | undefined {
  const breaks = searches.flatMap((search) =>
    search.strategy === strategy && search.buyers === 2 && search.shortest !== null
      ? [{ ...search, shortest: search.shortest }]
      : [],
  );
  return breaks.sort((one, other) => one.shortest.length - other.shortest.length)[0];
}
