"use client";

import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from "react";
import type { GameState } from "#contract/lab-game";
import type { StrategyId } from "#contract/lab-strategies";
import { Button } from "../../../components/button";
import { VisuallyHidden } from "../../../components/visually-hidden";
import { schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { useMessages } from "../../../lib/messages/language-context";
import { bringIntoSight } from "../../bring-into-sight";
import { SourcePane } from "../../source-pane/source-pane";
import { SaveForm } from "../saved-interleavings/save-form";
import type { PlayState, SchedulerGame } from "../scheduler-game";
import { BuyerCard } from "./buyer-card";
import styles from "./game-board.module.css";
import { GameOutcome } from "./game-outcome";
import { MoveList } from "./move-list";
import { SharedState } from "./shared-state";

export type StartedPlay = PlayState & { game: GameState };

interface GameBoardProps {
  play: StartedPlay;
  game: SchedulerGame;
  onBegin: (against: StrategyId) => void;
}

const BUYERS = ["A", "B"] as const;

/** Two buyers, what lies between them, and the code they run. */
export function GameBoard({ play, game, onBegin }: GameBoardProps) {
  const text = useMessages(schedulerMessages);
  const titleId = useId();
  const { status, buyers, strategy } = play.game;
  const over = status !== "playing";
  const outcome = useRef<HTMLDivElement>(null);
  const stepA = buyers.A.step;
  const stepB = buyers.B.step;
  const highlights = useMemo(
    () => [
      ...(stepA ? [{ step: stepA, label: "A" as const }] : []),
      ...(stepB ? [{ step: stepB, label: "B" as const }] : []),
    ],
    [stepA, stepB],
  );

  useEffect(() => {
    if (over) bringIntoSight(outcome.current);
  }, [over]);

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const buyer = BUYERS.find((name) => name === event.key.toUpperCase());
    if (!buyer || buyers[buyer].phase !== "waiting" || over) return;
    event.preventDefault();
    void game.makeMove(buyer);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons inside, while the focus is inside.
    <div className={styles.game} onKeyDown={onKey}>
      <div ref={outcome} role="status" className={styles.outcome}>
        <GameOutcome play={play} onBegin={onBegin} onUndo={game.undo} />
      </div>
      <section className={styles.board} aria-labelledby={titleId}>
        <h2 id={titleId} className={styles.title}>
          <VisuallyHidden>{text.board}</VisuallyHidden>
        </h2>
        {BUYERS.map((name) => (
          <BuyerCard key={name} name={name} play={play} onMove={game.makeMove} />
        ))}
        <SharedState play={play} onWait={() => void game.makeMove(".")} />
      </section>
      <MoveList play={play} />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => onBegin(strategy)} disabled={play.activity === "replaying"}>
          {text.again}
        </Button>
        <Button
          variant="quiet"
          onClick={game.undo}
          busy={play.activity === "undoing"}
          disabled={!play.game.moves || play.activity === "moving" || play.activity === "replaying"}
        >
          {text.undo}
        </Button>
        {!play.explanation && status !== "won" && (
          <Button variant="quiet" onClick={game.giveUp} disabled={play.activity !== "idle"}>
            {text.giveUp}
          </Button>
        )}
        <small className={styles.keys}>{text.keys}</small>
      </div>
      {over && <SaveForm game={play.game} />}
      <div className={styles.source}>
        <p className={styles.note}>{text.source}</p>
        <SourcePane strategy={strategy} highlights={highlights} />
      </div>
    </div>
  );
}
