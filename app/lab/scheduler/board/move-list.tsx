"use client";

import { schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { useMessages } from "../../../lib/messages/language-context";
import { readMoves } from "../interleaving";
import type { StartedPlay } from "./game-board";
import styles from "./move-list.module.css";

/** The game so far, as it can be shared. */
export function MoveList({ play }: { play: StartedPlay }) {
  const text = useMessages(schedulerMessages);
  const moves = readMoves(play.game.moves);
  return (
    <div className={styles.moveList}>
      <span className={styles.label}>{text.moves}</span>
      {moves.length === 0 && <span className={styles.none}>{text.noMoves}</span>}
      <ol className={styles.moves} aria-label={text.moves}>
        {moves.map((move, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a move is its place in the game.
          <li key={index} className={styles.move} data-move={move} title={text.move[move]}>
            {move === "." ? "…" : move === move.toUpperCase() ? move : `❄${move.toUpperCase()}`}
          </li>
        ))}
      </ol>
      {play.replay && (
        <span className={styles.replay}>{text.replaying(play.replay.done, play.replay.total)}</span>
      )}
    </div>
  );
}
