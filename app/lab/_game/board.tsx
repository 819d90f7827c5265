"use client";

import { type KeyboardEvent, useId, useMemo } from "react";
import type { GameState } from "#contract/lab-game";
import { Button } from "../../components/button";
import { VisuallyHidden } from "../../components/visually-hidden";
import { labGame } from "../../lib/messages/lab-game";
import { useMessages } from "../../lib/messages/language-context";
import { SourcePane } from "../_source/source-pane";
import styles from "./board.module.css";
import { BuyerCard } from "./buyer-card";
import { KeepForm } from "./keep-form";
import { Middle } from "./middle";
import { MovesStrip } from "./moves-strip";
import { Outcome } from "./outcome";
import type { SchedulerGame, Table } from "./scheduler-game";

export type PlayedTable = Table & { game: GameState };

interface BoardProps {
  table: PlayedTable;
  game: SchedulerGame;
  onAgain: () => void;
}

const BUYERS = ["A", "B"] as const;

/** Two buyers, what lies between them, and the code they run. */
export function Board({ table, game, onAgain }: BoardProps) {
  const text = useMessages(labGame);
  const titleId = useId();
  const { status, buyers, strategy } = table.game;
  const over = status !== "playing";
  const stepA = buyers.A.step;
  const stepB = buyers.B.step;
  const lights = useMemo(
    () => [
      ...(stepA ? [{ step: stepA, label: "A" as const }] : []),
      ...(stepB ? [{ step: stepB, label: "B" as const }] : []),
    ],
    [stepA, stepB],
  );

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const buyer = BUYERS.find((name) => name === event.key.toUpperCase());
    if (!buyer || buyers[buyer].phase !== "waiting" || over) return;
    event.preventDefault();
    void game.press(buyer);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons inside, while the focus is inside.
    <div className={styles.game} onKeyDown={onKey}>
      <div role="status">
        <Outcome table={table} onAgain={onAgain} />
      </div>
      <section className={styles.board} aria-labelledby={titleId}>
        <h2 id={titleId} className={styles.title}>
          <VisuallyHidden>{text.board}</VisuallyHidden>
        </h2>
        {BUYERS.map((name) => (
          <BuyerCard key={name} name={name} table={table} onMove={game.press} />
        ))}
        <Middle table={table} onWait={() => void game.press(".")} />
      </section>
      <MovesStrip table={table} />
      <div className={styles.deeds}>
        <Button variant="quiet" onClick={onAgain} disabled={table.doing === "replaying"}>
          {text.again}
        </Button>
        {!table.why && status !== "won" && (
          <Button variant="quiet" onClick={game.giveUp} disabled={table.doing !== "nothing"}>
            {text.giveUp}
          </Button>
        )}
        <small className={styles.keys}>{text.keys}</small>
      </div>
      {over && <KeepForm game={table.game} />}
      <div className={styles.source}>
        <p className={styles.note}>{text.source}</p>
        <SourcePane strategy={strategy} lights={lights} />
      </div>
    </div>
  );
}
