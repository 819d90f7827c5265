"use client";

import { useId, useRef, useState } from "react";
import { Notice } from "../../components/notice";
import { PageLink } from "../../components/page-link";
import { formatMoney } from "../../lib/formatting";
import { holdTotal } from "../../lib/live-show/hold-total";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useObservable } from "../../lib/observable-value";
import { joinLabels } from "../seat-plan/seat-plan";
import { useShowContext } from "../show-context";
import { BestSeatsForm } from "./best-seats-form";
import styles from "./buyer-panel.module.css";
import { ContinueButton, HoldCard, HoldTimer } from "./hold-card";

/** The buyer's side of the page: beside the map on a wide screen, a sheet under the thumb on a narrow one. */
export function BuyerPanel() {
  const { show, plan, store, maxSeats } = useShowContext();
  const language = useLanguage();
  const { hold: text, begun } = showMessages[language];
  const holds = useObservable(store.holds);
  const bookings = useObservable(store.bookings);
  const closed = useObservable(store.closed);
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  // Where focus goes when the button it was on leaves with its seat.
  const panel = useRef<HTMLElement>(null);
  const [first] = holds;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={text.title}
      data-open={open || undefined}
      data-sheet={open ? "open" : "closed"}
      data-holding={holds.length > 0 || undefined}
    >
      <div className={styles.bar}>
        {first && <HoldTimer hold={first} compact />}
        {first && (
          <ContinueButton
            hold={first}
            label={text.continueLong(formatMoney(holdTotal(first, plan.seats, show.prices), language))}
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
              <b>{joinLabels(first.seats)}</b>
              <span>{formatMoney(holdTotal(first, plan.seats, show.prices), language)}</span>
            </span>
          ) : (
            <span className={styles.summary}>
              <b>{text.title}</b>
              <span>{closed ? begun.title : text.limit(maxSeats)}</span>
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
              {text.empty} {text.limit(maxSeats)}
            </p>
          )}
          {holds.map((hold) => (
            <HoldCard key={hold.id} hold={hold} onRelease={() => panel.current?.focus()} />
          ))}
          {bookings.length > 0 && (
            <div className={styles.tickets}>
              <h3 className={styles.ticketsTitle}>{text.tickets}</h3>
              <ul>
                {bookings.map(({ reference, seats }) => (
                  <li key={reference}>
                    <PageLink href={`/tickets/${reference}`}>
                      {reference} · {joinLabels(seats)}
                    </PageLink>
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
