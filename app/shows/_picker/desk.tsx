"use client";

import Link from "next/link";
import { useId, useRef, useState } from "react";
import { Notice } from "../../components/notice";
import { formatMoney } from "../../lib/format";
import { useCell } from "../../lib/live/use-cell";
import { useLanguage } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { MAX_SEATS } from "../seating/buyer";
import { BestSeatsForm } from "./best-seats-form";
import styles from "./desk.module.css";
import { ContinueButton, HoldCard, HoldClock, totalOf } from "./hold-card";
import { namesOf } from "./seat-names";
import { useSession } from "./session";

/** The buyer's side of the page: beside the map on a wide screen, a sheet under the thumb on a narrow one. */
export function Desk() {
  const { show, room, store } = useSession();
  const language = useLanguage();
  const { hold: text, begun } = words[language];
  const holds = useCell(store.holds);
  const bookings = useCell(store.bookings);
  const closed = useCell(store.closed);
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  // Where focus goes when the button it was on leaves with its seat.
  const desk = useRef<HTMLElement>(null);
  const [first] = holds;
  return (
    <section
      ref={desk}
      tabIndex={-1}
      className={styles.desk}
      aria-label={text.title}
      data-open={open || undefined}
      data-sheet={open ? "open" : "closed"}
      data-holding={holds.length > 0 || undefined}
    >
      <div className={styles.bar}>
        {first && <HoldClock hold={first} compact />}
        {first && (
          <ContinueButton
            hold={first}
            label={text.continueLong(formatMoney(totalOf(first, room, show), language))}
            size="normal"
          />
        )}
        <button
          type="button"
          className={styles.handle}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
        >
          <svg className={styles.chevron} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M6 15l6-6 6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
          {first ? (
            <span className={styles.summary}>
              <b>{namesOf(first.seats)}</b>
              <span>{formatMoney(totalOf(first, room, show), language)}</span>
            </span>
          ) : (
            <span className={styles.summary}>
              <b>{text.title}</b>
              <span>{closed ? begun.title : text.limit(MAX_SEATS)}</span>
            </span>
          )}
        </button>
      </div>
      <div className={styles.best}>
        {closed ? <Notice title={begun.title}>{begun.text}</Notice> : <BestSeatsForm />}
      </div>
      <div id={bodyId} className={styles.body}>
        <div className={styles.holds}>
          <h2 className={styles.title}>{text.title}</h2>
          {holds.length === 0 && !closed && (
            <p className={styles.empty}>
              {text.empty} {text.limit(MAX_SEATS)}
            </p>
          )}
          {holds.map((hold) => (
            <HoldCard key={hold.id} hold={hold} onLetGo={() => desk.current?.focus()} />
          ))}
          {bookings.length > 0 && (
            <div className={styles.tickets}>
              <h3 className={styles.ticketsTitle}>{text.tickets}</h3>
              <ul className={styles.ticketList}>
                {bookings.map(({ reference, seats }) => (
                  <li key={reference}>
                    <Link href={`/tickets/${reference}`}>
                      {reference} · {namesOf(seats)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
