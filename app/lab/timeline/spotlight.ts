/** What a sentence about a race speaks of: found in whatever race was run, and lit in its timeline. */
import type { RaceStep } from "#contract/lab";
import type { RaceAnalysis } from "../race/analysis/race-analysis";
import type { Lane } from "../race/analysis/race-lanes";

export interface Spotlight {
  /** Of two races side by side the first or the second; both without it. */
  side?: 1 | 2;
  /** These steps, and of them only those that found this. */
  steps?: readonly string[];
  found?: RaceStep["found"];
  /** The first buyer, whom faults happen to; who sold the seat, who did not; who wrote on a look that was stale. */
  lanes?: "first" | "sold" | "unsold" | "stale";
  moments?: readonly SpotlitMoment[];
}

type SpotlitMoment = "first sale" | "incidents" | "lock";

export interface Lit {
  lane(lane: Lane): boolean;
  step(lane: Lane, step: RaceStep): boolean;
  moment(moment: SpotlitMoment): boolean;
}

export function litBy({ steps, found, lanes, moments }: Spotlight, analysis: RaceAnalysis): Lit {
  const sold = new Set(analysis.claims.map(({ lane }) => lane));
  const isChosen: Record<NonNullable<Spotlight["lanes"]>, (lane: Lane) => boolean> = {
    first: ({ lane }) => lane === 0,
    sold: ({ lane }) => sold.has(lane),
    unsold: ({ lane }) => !sold.has(lane),
    stale: ({ lane }) => (analysis.gaps.get(lane)?.salesInGap.length ?? 0) > 0,
  };
  const onlyMoments = !steps && !lanes;
  const step: Lit["step"] = (lane, { name, found: seen }) =>
    !onlyMoments &&
    (!lanes || isChosen[lanes](lane)) &&
    (!steps || (steps.includes(name) && (found === undefined || seen === found)));
  return {
    step,
    lane: (lane) => lane.steps.some((known) => step(lane, known)),
    moment: (moment) => moments?.includes(moment) ?? false,
  };
}
