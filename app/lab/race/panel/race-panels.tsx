"use client";

import { useMemo } from "react";
import type { RaceIncident } from "#contract/lab";
import { Notice } from "../../../components/notice";
import { raceMessages } from "../../../lib/messages/lab-race";
import { useMessages } from "../../../lib/messages/language-context";
import { useObservable } from "../../../lib/observable-value";
import { labConnectionState } from "../../connection/lab-socket";
import type { Spotlight } from "../../timeline/spotlight";
import { foldedScale, linearScale, type TimeScale } from "../../timeline/time-scale";
import type { RaceAnalysis } from "../analysis/race-analysis";
import type { RaceRun } from "../run/race-run";
import { isOver } from "../run/run-state";
import { RacePanel } from "./race-panel";
import styles from "./race-panels.module.css";

/** Room after the last step, so that it is not glued to the edge; and a scale for a race that has just begun. */
const HEADROOM = 1.03;
const MIN_SPAN_MS = 20;

interface RacePanelsProps {
  runs: readonly RaceRun[];
  /** What is being spoken of. */
  spotlight?: Spotlight | null;
}

/** The races on show: one, or two on the same scale. */
export function RacePanels({ runs, spotlight = null }: RacePanelsProps) {
  const [first, second] = runs;
  if (!first) return null;
  if (!second) return <SingleRace run={first} spotlight={spotlight} />;
  return <RacePair first={first} second={second} spotlight={spotlight} />;
}

function SingleRace({ run, spotlight }: { run: RaceRun; spotlight: Spotlight | null }) {
  const told = useTold(run);
  const scale = useMemo(() => scaleOf([told]), [told]);
  return (
    <>
      <ConnectionNotice />
      <RacePanel key={keyOf(run)} run={run} scale={scale} spotlight={spotlight} />
    </>
  );
}

interface RacePairProps {
  first: RaceRun;
  second: RaceRun;
  spotlight: Spotlight | null;
}

function RacePair({ first, second, spotlight }: RacePairProps) {
  const [left, right] = [useTold(first), useTold(second)];
  const scale = useMemo(() => scaleOf([left, right]), [left, right]);
  const on = (side: 1 | 2) => (spotlight && (spotlight.side ?? side) === side ? spotlight : null);
  return (
    <>
      <ConnectionNotice />
      <div className={styles.pair}>
        <RacePanel key={keyOf(first)} run={first} scale={scale} spotlight={on(1)} narrow />
        <RacePanel key={keyOf(second)} run={second} scale={scale} spotlight={on(2)} narrow />
      </div>
    </>
  );
}

interface Told {
  analysis: RaceAnalysis;
  incidents: readonly RaceIncident[];
  over: boolean;
}

function useTold(run: RaceRun): Told {
  const analysis = useObservable(run.analysis);
  const state = useObservable(run.state);
  const { incidents } = state;
  const over = isOver(state);
  return useMemo(() => ({ analysis, incidents, over }), [analysis, incidents, over]);
}

/** While a race runs it grows evenly; when all is told, silences are folded. */
function scaleOf(races: readonly Told[]): TimeScale {
  const endMs = Math.max(MIN_SPAN_MS, ...races.map(({ analysis }) => analysis.endMs));
  const spanMs = endMs * HEADROOM;
  if (!races.every(({ over }) => over)) return linearScale(spanMs);
  return foldedScale([...races.flatMap(momentsOf), endMs], spanMs);
}

function momentsOf({ analysis: { lanes, locks }, incidents }: Told): number[] {
  return [
    ...lanes.flatMap(({ steps }) =>
      steps.flatMap(({ startedMs, endedMs }) => [startedMs, endedMs ?? startedMs]),
    ),
    ...locks.flatMap(({ toMs }) => toMs ?? []),
    ...incidents.map(({ atMs }) => Math.max(0, atMs)),
  ];
}

function ConnectionNotice() {
  const text = useMessages(raceMessages);
  const connection = useObservable(labConnectionState);
  return (
    <div role="status">{connection === "lost" && <Notice tone="warning">{text.connection.lost}</Notice>}</div>
  );
}

/** A run is an object; React wants a name for it. */
function keyOf(run: RaceRun): number {
  const known = keys.get(run) ?? lastKey++;
  keys.set(run, known);
  return known;
}

const keys = new WeakMap<RaceRun, number>();
let lastKey = 0;
