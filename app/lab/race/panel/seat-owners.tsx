"use client";

import { useState } from "react";
import { Button } from "../../../components/button";
import { formatMs } from "../../../lib/formatting";
import { raceMessages } from "../../../lib/messages/lab-race";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import { processNumber } from "../../timeline/step-text";
import { RACED_SEAT } from "../setup/race-setup";
import { BigSeat } from "./big-seat";
import styles from "./seat-owners.module.css";

export interface Owner {
  buyer: string;
  instance: number;
  atMs: number;
}

const SHOWN_AT_FIRST = 10;

/** Seat A1, large, and everyone who thinks they own it. */
export function SeatOwners({ owners, waiting }: { owners: readonly Owner[]; waiting: boolean }) {
  const text = useMessages(raceMessages);
  const language = useLanguage();
  const [all, setAll] = useState(false);
  const count = owners.length;
  const shown = all ? owners : owners.slice(0, SHOWN_AT_FIRST);
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
        <ul className={styles.list} aria-label={text.seat.list(RACED_SEAT)}>
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
        {count > SHOWN_AT_FIRST && (
          <Button variant="quiet" size="small" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? text.seat.showFewer : text.seat.showAll(count)}
          </Button>
        )}
      </div>
    </div>
  );
}
