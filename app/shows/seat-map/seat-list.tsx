"use client";

import { useState } from "react";
import type { LayoutSeat } from "#contract/layout";
import { VisuallyHidden } from "../../components/visually-hidden";
import { formatMoney } from "../../lib/formatting";
import { commonMessages } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useObservable } from "../../lib/observable-value";
import { useShowContext } from "../show-context";
import { isTaken } from "./seat";
import styles from "./seat-list.module.css";

/** The same seats as text, row by row, for whoever reads better than they aim. */
export function SeatList() {
  const { plan } = useShowContext();
  const text = showMessages[useLanguage()];
  const [freeOnly, setFreeOnly] = useState(true);
  return (
    <div className={styles.list}>
      <label className={styles.filter}>
        <input type="checkbox" checked={freeOnly} onChange={(event) => setFreeOnly(event.target.checked)} />
        {text.freeOnly}
      </label>
      {plan.rows.map((row) => (
        <section key={row[0]?.row} className={styles.row} aria-labelledby={`row-${row[0]?.row}`}>
          <h2 id={`row-${row[0]?.row}`} className={styles.rowName}>
            {text.row(row[0]?.row ?? "")}
          </h2>
          <ul className={styles.seats} data-free-only={freeOnly || undefined}>
            {row.map((seat) => (
              <SeatEntry key={seat.index} seat={seat} freeOnly={freeOnly} />
            ))}
          </ul>
          <p className={styles.none}>{text.noneFree}</p>
        </section>
      ))}
    </div>
  );
}

function SeatEntry({ seat, freeOnly }: { seat: LayoutSeat; freeOnly: boolean }) {
  const { show, store, buyer } = useShowContext();
  const language = useLanguage();
  const view = useObservable(store.seat(seat.index));
  const text = showMessages[language];
  // Whoever is on this seat stays on it, even when someone else takes it.
  const [focused, setFocused] = useState(false);
  if (freeOnly && isTaken(view) && view !== "ticket" && !focused) return null;
  return (
    <li>
      <button
        type="button"
        className={styles.seat}
        data-seat={seat.index}
        data-view={view}
        data-class={seat.priceClass}
        aria-pressed={view === "mine"}
        data-taken={isTaken(view) || undefined}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onClick={() => buyer.toggle(seat)}
      >
        <b>{seat.label}</b>
        <span className={styles.kind}>{commonMessages[language].priceClass[seat.priceClass]}</span>
        <span className={styles.state}>
          {view === "available" ? formatMoney(show.prices[seat.priceClass], language) : text.states[view]}
        </span>
        {view === "available" && <VisuallyHidden>{text.states.available}</VisuallyHidden>}
      </button>
    </li>
  );
}
