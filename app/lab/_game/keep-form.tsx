"use client";

import { useState } from "react";
import type { GameState } from "#contract/lab-game";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { labGame } from "../../lib/messages/lab-game";
import { useMessages } from "../../lib/messages/language-context";
import { CopyButton } from "../_parts/copy-button";
import styles from "./keep-form.module.css";
import { keep } from "./kept";
import { cleanName, interleavingLink, readMoves } from "./moves";

/** A game that is over can be named, kept and shared. */
export function KeepForm({ game }: { game: GameState }) {
  const text = useMessages(labGame);
  const [name, setName] = useState("");
  const found = { strategy: game.strategy, moves: readMoves(game.moves), name: cleanName(name) };
  if (found.moves.length === 0) return null;
  return (
    <form
      className={styles.keep}
      aria-label={text.save.title}
      onSubmit={(event) => {
        event.preventDefault();
        keep({ ...found, won: game.status === "won" });
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
      <div className={styles.deeds}>
        <Button type="submit" size="small">
          {text.save.keep}
        </Button>
        <CopyButton textToCopy={() => new URL(interleavingLink(found), location.href).href}>
          {text.save.link}
        </CopyButton>
      </div>
    </form>
  );
}
