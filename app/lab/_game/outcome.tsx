"use client";

import { strategyCard } from "#contract/lab-strategies";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { labGame } from "../../lib/messages/lab-game";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import type { PlayedTable } from "./board";

/** How the game stands when it stands still. */
export function Outcome({ table, onAgain }: { table: PlayedTable; onAgain: () => void }) {
  const text = useMessages(labGame);
  const language = useLanguage();
  const { game, why } = table;
  const again = (
    <Button variant="quiet" size="small" onClick={onAgain}>
      {text.again}
    </Button>
  );
  if (why) {
    return (
      <Notice title={`${text.givenUp}: ${strategyCard(game.strategy).title[language]}`} action={again}>
        {why[language]}
      </Notice>
    );
  }
  switch (game.status) {
    case "won":
      return (
        <Notice tone="bad" title={text.won} action={again}>
          {text.wonText}
        </Notice>
      );
    case "held":
      return (
        <Notice tone="good" title={game.sales.length === 0 ? text.heldNone : text.held} action={again}>
          {text.heldText}
        </Notice>
      );
    case "ended":
      return (
        <Notice tone="lamp" title={text.ended} action={again}>
          {text.endedText}
        </Notice>
      );
    default:
      return null;
  }
}
