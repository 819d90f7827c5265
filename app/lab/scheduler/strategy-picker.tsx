"use client";

import { STRATEGIES, STRATEGY_GROUPS, type StrategyId, strategyCard } from "#contract/lab-strategies";
import { Button } from "../../components/button";
import { VisuallyHidden } from "../../components/visually-hidden";
import { schedulerMessages } from "../../lib/messages/lab-scheduler";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { useObservable } from "../../lib/observable-value";
import { MissingServer, useMissingServer } from "../lab-servers";
import { brokenStrategies } from "./saved-interleavings/saved-interleavings";
import type { PlayState } from "./scheduler-game";
import styles from "./strategy-picker.module.css";

interface StrategyPickerProps {
  strategy: StrategyId;
  play: PlayState;
  onChoose: (strategy: StrategyId) => void;
  onBegin: () => void;
}

/** Whom to play against. What was broken before is marked. */
export function StrategyPicker({ strategy, play, onChoose, onBegin }: StrategyPickerProps) {
  const text = useMessages(schedulerMessages);
  const language = useLanguage();
  const broken = useObservable(brokenStrategies);
  const missing = useMissingServer();
  const card = strategyCard(strategy);
  const starting = play.activity === "starting";
  return (
    <form
      className={styles.picker}
      onSubmit={(event) => {
        event.preventDefault();
        onBegin();
      }}
    >
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{text.strategy}</legend>
        {STRATEGY_GROUPS.map((group) => (
          <div key={group.id} className={styles.group}>
            <p className={styles.groupTitle}>{group.title[language]}</p>
            <div className={styles.strategies}>
              {STRATEGIES.filter((card) => card.group === group.id).map(({ id, title }) => (
                <label key={id} className={styles.strategy}>
                  <input
                    type="radio"
                    name="strategy"
                    value={id}
                    checked={id === strategy}
                    onChange={() => onChoose(id)}
                  />
                  <span>{title[language]}</span>
                  {broken.includes(id) && (
                    <svg className={styles.broken} viewBox="0 0 16 16" aria-hidden="true">
                      <path d="M9 1 3 9h4l-1 6 7-9H9Z" fill="currentColor" />
                    </svg>
                  )}
                  {broken.includes(id) && <VisuallyHidden>{text.broken}</VisuallyHidden>}
                </label>
              ))}
            </div>
          </div>
        ))}
      </fieldset>
      <div className={styles.start}>
        <p className={styles.promise}>{card.promise[language]}</p>
        <MissingServer program={card.server} />
        <Button
          type="submit"
          size="large"
          busy={starting}
          disabled={play.activity === "replaying" || missing(card.server)}
        >
          {starting ? text.beginning : text.begin}
        </Button>
      </div>
    </form>
  );
}
