"use client";

import { useState } from "react";
import type { GameState } from "#contract/lab-game";
import { Button } from "../../../components/button";
import { CopyButton } from "../../../components/copy-button";
import { Field } from "../../../components/field";
import { schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { useMessages } from "../../../lib/messages/language-context";
import { cleanName, interleavingLink, readMoves } from "../interleaving";
import styles from "./save-form.module.css";
import { saveInterleaving } from "./saved-interleavings";

/** A game that is over can be named, kept and shared. */
export function SaveForm({ game }: { game: GameState }) {
  const text = useMessages(schedulerMessages);
  const [name, setName] = useState("");
  const interleaving = { strategy: game.strategy, moves: readMoves(game.moves), name: cleanName(name) };
  if (interleaving.moves.length === 0) return null;
  return (
    <form
      className={styles.form}
      aria-label={text.save.title}
      onSubmit={(event) => {
        event.preventDefault();
        saveInterleaving({ ...interleaving, won: game.status === "won" });
      }}
    >
      <h3 className={styles.title}>{text.save.title}</h3>
      <Field
        label={text.save.name}
        placeholder={text.save.placeholder}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small">
          {text.save.keep}
        </Button>
        <CopyButton textToCopy={() => new URL(interleavingLink(interleaving), location.href).href}>
          {text.save.link}
        </CopyButton>
      </div>
    </form>
  );
}
