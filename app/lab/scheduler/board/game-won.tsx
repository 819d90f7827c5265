import type { ReactNode } from "react";
import type { GameState } from "#contract/lab-game";
import { strategyCard } from "#contract/lab-strategies";
import { schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { useMessages } from "../../../lib/messages/language-context";
import { BigSeat } from "../../race/panel/big-seat";
import styles from "./game-won.module.css";

/** A strategy is broken: that is what one came for. */
export function GameWon({ game, children }: { game: GameState; children: ReactNode }) {
  const text = useMessages(schedulerMessages);
  const par = strategyCard(game.strategy).game.winningMoves?.length;
  return (
    <div className={styles.won}>
      <BigSeat claims={game.sales.length} />
      <div className={styles.words}>
        <h2 className={styles.title}>{text.won}</h2>
        <p>{text.wonText}</p>
        {par !== undefined && <p className={styles.par}>{text.par(game.moves.length, par)}</p>}
        <div className={styles.actions}>{children}</div>
      </div>
    </div>
  );
}
