"use client";

import { STRATEGIES, type StrategyId, strategyCard } from "#contract/lab-strategies";
import { Button } from "../../../components/button";
import { Notice } from "../../../components/notice";
import { schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import type { StartedPlay } from "./game-board";
import { GameWon } from "./game-won";

interface GameOutcomeProps {
  play: StartedPlay;
  onBegin: (against: StrategyId) => void;
  onUndo: () => void;
}

/** How the game stands when it stands still, and what comes next. */
export function GameOutcome({ play, onBegin, onUndo }: GameOutcomeProps) {
  const text = useMessages(schedulerMessages);
  const language = useLanguage();
  const { game, explanation, activity } = play;
  if (activity === "undoing") return null;
  const next = STRATEGIES[STRATEGIES.findIndex(({ id }) => id === game.strategy) + 1];
  const onward = next && (
    <Button size="small" onClick={() => onBegin(next.id)}>
      {text.nextLevel(next.title[language])}
    </Button>
  );
  const again = (
    <Button variant="quiet" size="small" onClick={() => onBegin(game.strategy)}>
      {text.again}
    </Button>
  );
  if (explanation) {
    return (
      <Notice
        title={`${text.givenUp}: ${strategyCard(game.strategy).title[language]}`}
        action={onward ?? again}
      >
        {explanation[language]}
      </Notice>
    );
  }
  switch (game.status) {
    case "won":
      return (
        <GameWon game={game}>
          {onward}
          {again}
          <Button variant="quiet" size="small" onClick={onUndo}>
            {text.undo}
          </Button>
        </GameWon>
      );
    case "held":
      return (
        <Notice tone="good" title={game.sales.length === 0 ? text.heldNone : text.held} action={again}>
          {text.heldText}
        </Notice>
      );
    case "ended":
      return (
        <Notice tone="warning" title={text.ended} action={again}>
          {text.endedText}
        </Notice>
      );
    default:
      return null;
  }
}
