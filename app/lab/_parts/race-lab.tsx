"use client";

import { useEffect, useRef, useState } from "react";
import { strategyCard } from "#contract/lab-strategies";
import { Notice } from "../../components/notice";
import { VisuallyHidden } from "../../components/visually-hidden";
import { useCell } from "../../lib/live/use-cell";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { LabSession } from "../_race/lab-session";
import { type Setup, writeSetup } from "../_race/setup";
import { Bars } from "./bars";
import styles from "./race-lab.module.css";
import { Races } from "./races";
import { ResultsTable } from "./results-table";
import { SetupForm } from "./setup-form";

interface RaceLabProps {
  initial: Setup;
  /** The page was opened by a link that replays a race. */
  replay: boolean;
}

export function RaceLab({ initial, replay }: RaceLabProps) {
  const text = useMessages(lab);
  const [session] = useState(() => new LabSession());
  const [setup, setSetup] = useState(initial);
  const runs = useCell(session.runs);
  const rows = useCell(session.rows);
  const busy = useCell(session.busy);
  const batch = useCell(session.batch);
  const show = useRef<HTMLDivElement>(null);

  function change(next: Setup) {
    setSetup(next);
    // The address follows the settings, so that a reload or a copied address brings them back.
    history.replaceState(null, "", `?${writeSetup(next)}`);
  }

  function race(next: Setup) {
    void session.race(next);
    show.current?.scrollIntoView({ block: "start", behavior: "auto" });
  }

  useEffect(() => {
    if (!replay) return;
    history.replaceState(null, "", `?${writeSetup(initial)}`);
    void session.race(initial);
  }, [replay, initial, session]);

  return (
    <div className={styles.lab}>
      {replay && <Notice title={text.replay.title}>{text.replay.text}</Notice>}
      <SetupForm
        setup={setup}
        busy={busy}
        onStop={batch ? session.stop : null}
        onChange={change}
        onRace={() => race(setup)}
        onRaceAll={() => void session.raceAll(setup)}
      />
      {batch && <BatchProgress {...batch} strategy={runs[0]?.side.strategy ?? "naive"} />}
      <div ref={show} className={styles.show}>
        <h2>
          <VisuallyHidden>{text.timeline.title}</VisuallyHidden>
        </h2>
        {runs.length > 0 ? <Races runs={runs} /> : <p className={styles.empty}>{text.timeline.empty}</p>}
      </div>
      <div className={styles.table}>
        <h2>{text.table.title}</h2>
        <ResultsTable
          rows={rows}
          busy={busy}
          onClear={session.clear}
          onAgain={(again) => {
            change(again);
            race(again);
          }}
        />
        <Bars rows={rows} />
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
  const text = useMessages(lab);
  const language = useLanguage();
  return (
    <div className={styles.batch}>
      <progress max={total} value={done} aria-label={text.table.progress} />
      <p role="status">{text.table.running(done, total, strategyCard(strategy).title[language])}</p>
    </div>
  );
}
