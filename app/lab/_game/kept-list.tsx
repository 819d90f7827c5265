"use client";

import { strategyCard } from "#contract/lab-strategies";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { useCell } from "../../lib/live/use-cell";
import { labGame } from "../../lib/messages/lab-game";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { CopyButton } from "../_parts/copy-button";
import { forget, type Kept, kept } from "./kept";
import styles from "./kept-list.module.css";
import { interleavingLink } from "./moves";

export function KeptList({ onReplay }: { onReplay: (interleaving: Kept) => void }) {
  const text = useMessages(labGame);
  const language = useLanguage();
  const known = useCell(kept);
  if (known.length === 0) return null;
  return (
    <section className={styles.kept}>
      <h2 className={styles.title}>{text.save.list}</h2>
      <ul className={styles.list}>
        {known.map((interleaving) => {
          const name = interleaving.name || text.save.unnamed;
          return (
            <li key={interleavingLink(interleaving)} className={styles.item}>
              <span className={styles.what}>
                <b>{name}</b>{" "}
                <Badge tone={interleaving.won ? "bad" : "good"}>
                  {interleaving.won ? text.save.soldTwice : text.save.soldOnce}
                </Badge>
                <small>
                  {strategyCard(interleaving.strategy).title[language]}: {interleaving.moves.join("")}
                </small>
              </span>
              <span className={styles.deeds}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={text.save.replayLabel(name)}
                  onClick={() => onReplay(interleaving)}
                >
                  {text.save.replay}
                </Button>
                <CopyButton textToCopy={() => new URL(interleavingLink(interleaving), location.href).href}>
                  {text.save.link}
                </CopyButton>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={text.save.forgetLabel(name)}
                  onClick={() => forget(interleaving)}
                >
                  {text.save.forget}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
