"use client";

import { useEffect, useRef, useState } from "react";
import { GAME_LIMITS } from "#contract/lab-limits";
import type { SearchedSchedules } from "#contract/lab-schedules";
import type { StrategyId } from "#contract/lab-strategies";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { type SchedulerText, schedulerMessages } from "../../lib/messages/lab-scheduler";
import { useMessages } from "../../lib/messages/language-context";
import { useObservable } from "../../lib/observable-value";
import { bringIntoSight } from "../bring-into-sight";
import { labConnectionState } from "../connection/lab-socket";
import { GameBoard } from "./board/game-board";
import type { Interleaving, Move } from "./interleaving";
import { loadSaved, markBroken } from "./saved-interleavings/saved-interleavings";
import { SavedList } from "./saved-interleavings/saved-list";
import { type GameProblem, SchedulerGame } from "./scheduler-game";
import styles from "./scheduler-view.module.css";
import { SearchedByMachine } from "./searched-by-machine";
import { StrategyPicker } from "./strategy-picker";

interface SchedulerViewProps {
  initial: Interleaving;
  searches: readonly SearchedSchedules[];
}

/** The page of the game: choose an opponent, play, keep what you found. */
export function SchedulerView({ initial, searches }: SchedulerViewProps) {
  const text = useMessages(schedulerMessages);
  const [game] = useState(() => new SchedulerGame());
  const [strategy, setStrategy] = useState(initial.strategy);
  const [name, setName] = useState(initial.moves.length > 0 ? initial.name || text.save.unnamed : "");
  const play = useObservable(game.state);
  const won = play.game?.status === "won" ? play.game.strategy : null;

  const gameId = play.game?.gameId;
  const board = useRef<HTMLDivElement>(null);

  // The board opens below the fold of most screens.
  useEffect(() => {
    if (gameId) bringIntoSight(board.current);
  }, [gameId]);

  useEffect(() => {
    loadSaved();
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
    const timer = setTimeout(() => void game.start(initial.strategy, initial.moves));
    return () => clearTimeout(timer);
  }, [game, initial]);

  function start(against: StrategyId, moves: readonly Move[] = [], shownAs = "") {
    setStrategy(against);
    setName(shownAs);
    void game.start(against, moves);
  }

  function choose(next: StrategyId) {
    setStrategy(next);
    setName("");
    game.clear();
  }

  return (
    <div className={styles.view}>
      <StrategyPicker strategy={strategy} onChoose={choose} onBegin={() => start(strategy)} play={play} />
      <SearchedByMachine
        strategy={strategy}
        searches={searches}
        disabled={play.activity !== "idle"}
        onPlay={(moves) => start(strategy, moves)}
      />
      <div role="status" className={styles.notices}>
        {name && play.game && <Notice>{text.shared(name)}</Notice>}
        {play.problem && (
          <Notice
            tone="bad"
            title={text.failed}
            action={
              <Button variant="quiet" size="small" onClick={() => start(strategy)}>
                {text.again}
              </Button>
            }
          >
            {problemText(text, play.problem)}
          </Notice>
        )}
        <ConnectionLost />
      </div>
      <div ref={board} className={styles.board}>
        {play.game && <GameBoard play={{ ...play, game: play.game }} game={game} onBegin={start} />}
      </div>
      <SavedList onReplay={(saved) => start(saved.strategy, saved.moves, saved.name || text.save.unnamed)} />
    </div>
  );
}

function ConnectionLost() {
  const text = useMessages(schedulerMessages);
  const connection = useObservable(labConnectionState);
  return connection === "lost" ? <Notice tone="warning">{text.lost}</Notice> : null;
}

function problemText(text: SchedulerText, problem: GameProblem): string {
  if (problem === "no-answer") return text.noAnswer;
  if (problem === "full") return text.full(GAME_LIMITS.maxGames);
  return problem === "forgotten" ? text.forgotten : problem.message;
}
