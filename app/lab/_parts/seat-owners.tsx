"use client";

import { useState } from "react";
import { Button } from "../../components/button";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { SEAT } from "../_race/setup";
import { formatMs, processNumber } from "../_timeline/step-words";
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
  const state = count === 0 ? "free" : count === 1 ? "once" : "many";
  const shown = all ? owners : owners.slice(0, FEW);
  return (
    <div className={styles.owners}>
      <div className={styles.seat} data-state={state}>
        <BigSeat claims={count} />
      </div>
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

/** Behind the seat lies one ticket for everyone who has one: a pile where there should be a single one. */
function BigSeat({ claims }: { claims: number }) {
  const tickets = Math.min(claims, 9);
  return (
    <svg viewBox="0 0 150 140" aria-hidden="true">
      <g className={styles.tickets}>
        {Array.from({ length: tickets }, (_, index) => {
          const angle = (index - (tickets - 1) / 2) * 13;
          return (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: tickets are alike.
              key={index}
              d="M58 4h34v16a5 5 0 0 0 0 10v16H58V30a5 5 0 0 0 0-10Z"
              transform={`rotate(${angle} 75 110)`}
            />
          );
        })}
      </g>
      <path className={styles.back} d="M38 96V58a18 18 0 0 1 18-18h38a18 18 0 0 1 18 18v38" />
      <path
        className={styles.cushion}
        d="M30 88a10 10 0 0 1 10-10h70a10 10 0 0 1 10 10v22a12 12 0 0 1-12 12H42a12 12 0 0 1-12-12Z"
      />
      <text className={styles.label} x="75" y="69" textAnchor="middle">
        {SEAT}
      </text>
      {claims > 1 && (
        <text className={styles.times} x="75" y="110" textAnchor="middle">
          ×{claims}
        </text>
      )}
    </svg>
  );
}
