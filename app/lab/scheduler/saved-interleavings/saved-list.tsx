"use client";

import { strategyCard } from "#contract/lab-strategies";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { CopyButton } from "../../../components/copy-button";
import { schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import { useObservable } from "../../../lib/observable-value";
import { interleavingLink } from "../interleaving";
import { deleteInterleaving, type SavedInterleaving, savedInterleavings } from "./saved-interleavings";
import styles from "./saved-list.module.css";

export function SavedList({ onReplay }: { onReplay: (interleaving: SavedInterleaving) => void }) {
  const text = useMessages(schedulerMessages);
  const language = useLanguage();
  const saved = useObservable(savedInterleavings);
  if (saved.length === 0) return null;
  return (
    <section className={styles.saved}>
      <h2 className={styles.title}>{text.save.list}</h2>
      <ul className={styles.list}>
        {saved.map((interleaving) => {
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
              <span className={styles.actions}>
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
                  onClick={() => deleteInterleaving(interleaving)}
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
