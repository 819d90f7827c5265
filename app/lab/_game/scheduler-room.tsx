"use client";

import { useEffect, useRef, useState } from "react";
import { GAME_LIMITS } from "#contract/lab-limits";
import type { StrategyId } from "#contract/lab-strategies";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { useCell } from "../../lib/live/use-cell";
import { type LabGameWords, labGame } from "../../lib/messages/lab-game";
import { useMessages } from "../../lib/messages/language-context";
import { labConnection } from "../_race/lab-socket";
import { Board } from "./board";
import { markBroken, recallKept } from "./kept";
import { KeptList } from "./kept-list";
import { Levels } from "./levels";
import type { Interleaving, Move } from "./moves";
import { SchedulerGame, type Trouble } from "./scheduler-game";
import styles from "./scheduler-room.module.css";

/** The page of the game: choose an opponent, play, keep what you found. */
export function SchedulerRoom({ initial }: { initial: Interleaving }) {
  const text = useMessages(labGame);
  const [game] = useState(() => new SchedulerGame());
  const [strategy, setStrategy] = useState(initial.strategy);
  const [name, setName] = useState(initial.moves.length > 0 ? initial.name || text.save.unnamed : "");
  const table = useCell(game.table);
  const won = table.game?.status === "won" ? table.game.strategy : null;

  const gameId = table.game?.gameId;
  const board = useRef<HTMLDivElement>(null);

  // The board opens below the fold of most screens.
  useEffect(() => {
    if (gameId) board.current?.scrollIntoView({ block: "start" });
  }, [gameId]);

  useEffect(() => {
    recallKept();
    window.addEventListener("pagehide", game.stop);
    return () => {
      window.removeEventListener("pagehide", game.stop);
      game.stop();
    };
  }, [game]);

  useEffect(() => {
    if (won) markBroken(won);
  }, [won]);

  useEffect(() => {
    if (initial.moves.length === 0) return;
    // A moment later, so that an effect that is undone at once, as in development, begins nothing.
    const timer = setTimeout(() => void game.begin(initial.strategy, initial.moves));
    return () => clearTimeout(timer);
  }, [game, initial]);

  function play(against: StrategyId, moves: readonly Move[] = [], shownAs = "") {
    setStrategy(against);
    setName(shownAs);
    void game.begin(against, moves);
  }

  return (
    <div className={styles.room}>
      <Levels strategy={strategy} onChoose={setStrategy} onBegin={() => play(strategy)} table={table} />
      <div role="status" className={styles.notices}>
        {name && table.game && <Notice>{text.shared(name)}</Notice>}
        {table.trouble && (
          <Notice
            tone="bad"
            title={text.failed}
            action={
              <Button variant="quiet" size="small" onClick={() => play(strategy)}>
                {text.again}
              </Button>
            }
          >
            {troubleWords(text, table.trouble)}
          </Notice>
        )}
        <Lost />
      </div>
      <div ref={board} className={styles.board}>
        {table.game && (
          <Board table={{ ...table, game: table.game }} game={game} onAgain={() => play(strategy)} />
        )}
      </div>
      <KeptList onReplay={(known) => play(known.strategy, known.moves, known.name || text.save.unnamed)} />
    </div>
  );
}

function Lost() {
  const text = useMessages(labGame);
  const connection = useCell(labConnection);
  return connection === "lost" ? <Notice tone="lamp">{text.lost}</Notice> : null;
}

function troubleWords(text: LabGameWords, trouble: Trouble): string {
  if (trouble === "no-answer") return text.noAnswer;
  if (trouble === "full") return text.full(GAME_LIMITS.maxGames);
  return trouble === "forgotten" ? text.forgotten : trouble.message;
}
