"use client";

import { labGame } from "../../lib/messages/lab-game";
import { useMessages } from "../../lib/messages/language-context";
import type { PlayedTable } from "./board";
import { readMoves } from "./moves";
import styles from "./moves-strip.module.css";

/** The game so far, as it can be shared. */
export function MovesStrip({ table }: { table: PlayedTable }) {
  const text = useMessages(labGame);
  const moves = readMoves(table.game.moves);
  return (
    <div className={styles.strip}>
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
      {table.replay && (
        <span className={styles.replay}>{text.replaying(table.replay.done, table.replay.total)}</span>
      )}
    </div>
  );
}
