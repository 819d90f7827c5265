"use client";

import { Notice } from "../../components/notice";
import { useCell } from "../../lib/live/use-cell";
import { lab } from "../../lib/messages/lab";
import { useMessages } from "../../lib/messages/language-context";
import { labConnection } from "../_race/lab-socket";
import type { RaceRun } from "../_race/race-run";
import { RacePanel } from "./race-panel";
import styles from "./races.module.css";

/** Room after the last step, so that it is not glued to the edge; and a scale for a race that has just begun. */
const HEADROOM = 1.03;
const MIN_SPAN_MS = 20;

/** The races on show: one, or two on the same scale. */
export function Races({ runs }: { runs: readonly RaceRun[] }) {
  const [first, second] = runs;
  if (!first) return null;
  if (!second) return <One run={first} />;
  return <Two first={first} second={second} />;
}

function One({ run }: { run: RaceRun }) {
  const { endMs } = useCell(run.reading);
  return (
    <>
      <Connection />
      <RacePanel key={keyOf(run)} run={run} spanMs={spanOf(endMs)} />
    </>
  );
}

function Two({ first, second }: { first: RaceRun; second: RaceRun }) {
  const ends = [useCell(first.reading).endMs, useCell(second.reading).endMs];
  const spanMs = spanOf(Math.max(...ends));
  return (
    <>
      <Connection />
      <div className={styles.two}>
        <RacePanel key={keyOf(first)} run={first} spanMs={spanMs} narrow />
        <RacePanel key={keyOf(second)} run={second} spanMs={spanMs} narrow />
      </div>
    </>
  );
}

function Connection() {
  const text = useMessages(lab);
  const connection = useCell(labConnection);
  return (
    <div role="status">{connection === "lost" && <Notice tone="lamp">{text.connection.lost}</Notice>}</div>
  );
}

function spanOf(endMs: number): number {
  return Math.max(MIN_SPAN_MS, endMs) * HEADROOM;
}

/** A run is an object; React wants a name for it. */
function keyOf(run: RaceRun): number {
  const known = keys.get(run) ?? lastKey++;
  keys.set(run, known);
  return known;
}

const keys = new WeakMap<RaceRun, number>();
let lastKey = 0;
