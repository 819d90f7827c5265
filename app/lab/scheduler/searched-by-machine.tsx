"use client";

import type { SearchedSchedules } from "#contract/lab-schedules";
import { shortestBreak } from "#contract/lab-shortest-break";
import type { StrategyId } from "#contract/lab-strategies";
import { Button } from "../../components/button";
import { LOCALE } from "../../lib/formatting";
import { schedulerMessages } from "../../lib/messages/lab-scheduler";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { type Move, readMoves } from "./interleaving";
import styles from "./searched-by-machine.module.css";

interface SearchedByMachineProps {
  strategy: StrategyId;
  searches: readonly SearchedSchedules[];
  disabled: boolean;
  onPlay: (moves: readonly Move[]) => void;
}

/** How many schedules of two buyers were played, and the shortest that sells twice, for those who want to be told. */
export function SearchedByMachine({ strategy, searches, disabled, onPlay }: SearchedByMachineProps) {
  const text = useMessages(schedulerMessages).searched;
  const language = useLanguage();
  const [widest] = searches
    .filter((search) => search.strategy === strategy && search.buyers === 2 && search.interruptions > 0)
    .toSorted((one, other) => other.interruptions - one.interruptions);
  if (!widest) return null;
  const count = (number: number) => number.toLocaleString(LOCALE[language]);
  const broken = shortestBreak(searches, strategy);
  const { commit, date, servers } = broken ?? widest;
  const versions = Object.entries(servers).map(([name, version]) => `${name} ${version}`);
  const made = <small className={styles.made}>{text.made(commit, date, versions.join(", "))}</small>;
  return (
    <section className={styles.searched} aria-label={text.title}>
      {broken ? (
        <details key={strategy}>
          <summary>{text.show}</summary>
          <p>{text.broken(count(widest.soldTwice), count(widest.schedules))}</p>
          <p className={styles.moves}>
            <code>{broken.shortest}</code>
            <Button
              variant="quiet"
              size="small"
              disabled={disabled}
              onClick={() => onPlay(readMoves(broken.shortest))}
            >
              {text.play}
            </Button>
          </p>
          {made}
        </details>
      ) : (
        <p>
          {text.unbroken(count(widest.schedules))} {made}
        </p>
      )}
    </section>
  );
}
