"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { strategyCard } from "#contract/lab-strategies";
import { Notice } from "../../components/notice";
import { VisuallyHidden } from "../../components/visually-hidden";
import { raceMessages } from "../../lib/messages/lab-race";
import { resultMessages } from "../../lib/messages/lab-results";
import { timelineMessages } from "../../lib/messages/lab-timeline";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { useObservable } from "../../lib/observable-value";
import { bringIntoSight } from "../bring-into-sight";
import { useMissingServer } from "../lab-servers";
import { RacePanels } from "./panel/race-panels";
import styles from "./race-lab.module.css";
import { BarCharts } from "./results/bar-charts";
import { ResultsTable } from "./results/results-table";
import { RaceRunner } from "./run/race-runner";
import { type RaceSetup, writeSetup } from "./setup/race-setup";
import { RaceSetupForm } from "./setup/race-setup-form";

interface RaceLabProps {
  initial: RaceSetup;
  /** The page was opened by a link that replays a race. */
  replay: boolean;
}

export function RaceLab({ initial, replay }: RaceLabProps) {
  const text = useMessages(raceMessages);
  const timelineText = useMessages(timelineMessages).timeline;
  const resultText = useMessages(resultMessages).table;
  const [runner] = useState(() => new RaceRunner());
  const [setup, setSetup] = useState(initial);
  const runs = useObservable(runner.runs);
  const rows = useObservable(runner.rows);
  const busy = useObservable(runner.busy);
  const batch = useObservable(runner.batch);
  const missing = useMissingServer();
  const racesRef = useRef<HTMLDivElement>(null);
  const tableRef = useRef<HTMLDivElement>(null);

  function change(next: RaceSetup) {
    setSetup(next);
    // The address follows the settings, so that a reload or a copied address brings them back.
    history.replaceState(null, "", `?${writeSetup(next)}`);
  }

  const race = useCallback(
    async (next: RaceSetup) => {
      bringIntoSight(racesRef.current);
      await runner.race(next);
      bringIntoSight(racesRef.current);
    },
    [runner],
  );

  async function raceAll() {
    await runner.raceAll(setup, ({ server }) => missing(server));
    bringIntoSight(tableRef.current);
  }

  useEffect(() => {
    if (!replay) return;
    history.replaceState(null, "", `?${writeSetup(initial)}`);
    void race(initial);
  }, [replay, initial, race]);

  return (
    <div className={styles.lab}>
      {replay && <Notice title={text.replay.title}>{text.replay.text}</Notice>}
      <RaceSetupForm
        setup={setup}
        busy={busy}
        onStop={batch ? runner.stop : null}
        onChange={change}
        onRace={() => void race(setup)}
        onRaceAll={() => void raceAll()}
      />
      {batch && <BatchProgress {...batch} strategy={runs[0]?.side.strategy ?? "naive"} />}
      <div ref={racesRef} className={styles.races}>
        <h2>
          <VisuallyHidden>{timelineText.title}</VisuallyHidden>
        </h2>
        {runs.length > 0 ? <RacePanels runs={runs} /> : <p className={styles.empty}>{timelineText.empty}</p>}
      </div>
      <div ref={tableRef} className={styles.table}>
        <h2>{resultText.title}</h2>
        <ResultsTable
          rows={rows}
          busy={busy}
          onClear={runner.clear}
          onAgain={(again) => {
            change(again);
            void race(again);
          }}
        />
        <BarCharts rows={rows} />
      </div>
    </div>
  );
}

interface BatchProgressProps {
  done: number;
  total: number;
  strategy: Parameters<typeof strategyCard>[0];
}

function BatchProgress({ done, total, strategy }: BatchProgressProps) {
  const resultText = useMessages(resultMessages).table;
  const language = useLanguage();
  return (
    <div className={styles.batch}>
      <progress max={total} value={done} aria-label={resultText.progress} />
      <p role="status">{resultText.running(done, total, strategyCard(strategy).title[language])}</p>
    </div>
  );
}
