"use client";

import { STRATEGIES, type StrategyId, strategyCard } from "#contract/lab-strategies";
import { Button } from "../../components/button";
import { VisuallyHidden } from "../../components/visually-hidden";
import { useCell } from "../../lib/live/use-cell";
import { labGame } from "../../lib/messages/lab-game";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { broken } from "./kept";
import styles from "./levels.module.css";
import type { Table } from "./scheduler-game";

interface LevelsProps {
  strategy: StrategyId;
  table: Table;
  onChoose: (strategy: StrategyId) => void;
  onBegin: () => void;
}

/** Whom to play against. What was broken before is marked. */
export function Levels({ strategy, table, onChoose, onBegin }: LevelsProps) {
  const text = useMessages(labGame);
  const language = useLanguage();
  const won = useCell(broken);
  const starting = table.doing === "starting";
  return (
    <form
      className={styles.levels}
      onSubmit={(event) => {
        event.preventDefault();
        onBegin();
      }}
    >
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{text.strategy}</legend>
        {STRATEGIES.map(({ id, title }) => (
          <label key={id} className={styles.level}>
            <input
              type="radio"
              name="strategy"
              value={id}
              checked={id === strategy}
              onChange={() => onChoose(id)}
            />
            <span>{title[language]}</span>
            {won.includes(id) && (
              <svg className={styles.broken} viewBox="0 0 16 16" aria-hidden="true">
                <path d="M9 1 3 9h4l-1 6 7-9H9Z" fill="currentColor" />
              </svg>
            )}
            {won.includes(id) && <VisuallyHidden>{text.broken}</VisuallyHidden>}
          </label>
        ))}
      </fieldset>
      <div className={styles.start}>
        <p className={styles.promise}>{strategyCard(strategy).promise[language]}</p>
        <Button type="submit" size="large" busy={starting} disabled={table.doing === "replaying"}>
          {starting ? text.beginning : text.begin}
        </Button>
      </div>
    </form>
  );
}
