"use client";

import { useState } from "react";
import { Button } from "../../components/button";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { SEAT } from "../_race/setup";
import { formatMs, processNumber } from "../_timeline/step-words";
import { BigSeat } from "./big-seat";
import styles from "./seat-owners.module.css";

export interface Owner {
  buyer: string;
  instance: number;
  atMs: number;
}

const FEW = 10;

/** Seat A1, large, and everyone who thinks they own it. */
export function SeatOwners({ owners, waiting }: { owners: readonly Owner[]; waiting: boolean }) {
  const text = useMessages(lab);
  const language = useLanguage();
  const [all, setAll] = useState(false);
  const count = owners.length;
  const shown = all ? owners : owners.slice(0, FEW);
  return (
    <div className={styles.owners}>
      <BigSeat claims={count} />
      <div className={styles.who}>
        <p className={styles.count}>
          {count === 0
            ? !waiting && text.seat.free
            : count === 1
              ? text.seat.oneOwner
              : text.seat.owners(count)}
        </p>
        <ul className={styles.list} aria-label={text.seat.list(SEAT)}>
          {shown.map(({ buyer, instance, atMs }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a buyer who clicked five times may own it five times.
              key={`${buyer} ${index}`}
              className={styles.owner}
              title={text.seat.owner(buyer, processNumber(instance), formatMs(atMs, language))}
            >
              {buyer}
            </li>
          ))}
        </ul>
        {count > FEW && (
          <Button variant="quiet" size="small" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? text.seat.showFewer : text.seat.showAll(count)}
          </Button>
        )}
      </div>
    </div>
  );
}
