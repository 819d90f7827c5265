import Link from "next/link";
import { type ReactNode, useState } from "react";
import { seatsOf } from "#contract/layout";
import type { Hold } from "#contract/outcomes";
import type { ShowDetails } from "#contract/shows";
import { Button } from "../../components/button";
import { Countdown } from "../../components/countdown";
import { VisuallyHidden } from "../../components/visually-hidden";
import { formatMoney, formatTime } from "../../lib/format";
import type { LiveShow } from "../../lib/live/live-show";
import { useRemaining } from "../../lib/live/use-remaining";
import { checkout } from "../../lib/messages/checkout";
import { common } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import styles from "./order-ticket.module.css";

const WARN_MS = 30_000;
/** Seconds left at which a screen reader hears of it. */
const SPOKEN_AT_S = [60, 30, 10];

interface OrderTicketProps {
  show: ShowDetails;
  day: string;
  hold: Hold | undefined;
  live: LiveShow;
  /** Drawn by the server, so that its scenes need not be sent. */
  poster: ReactNode;
  onExtend: () => void;
}

/** What is being bought, as the ticket it will become, with the clock on its stub. */
export function OrderTicket({ show, day, hold, live, poster, onExtend }: OrderTicketProps) {
  const language = useLanguage();
  const text = checkout[language];
  return (
    <aside className={styles.order} aria-label={text.yourSeats}>
      <div className={styles.paper}>
        <div className={styles.poster}>{poster}</div>
        <div className={styles.about}>
          <p className={styles.film}>{show.movie.title[language]}</p>
          <p>
            {day}, {formatTime(show.startsAt)}
            <br />
            {show.auditorium.name[language]}
          </p>
          {hold ? (
            <>
              <ul className={styles.seats}>
                {linesOf(hold, show).map(({ label, priceClass, price }) => (
                  <li key={label}>
                    <b>{label}</b>
                    <span>{common[language].priceClass[priceClass]}</span>
                    <span className={styles.price}>{formatMoney(price, language)}</span>
                  </li>
                ))}
              </ul>
              <p className={styles.total}>
                <span>{common[language].total}</span>
                <b>{formatMoney(totalOf(hold, show), language)}</b>
              </p>
            </>
          ) : (
            <p className={styles.finding} role="status">
              {text.findingSeats}
            </p>
          )}
          <Link prefetch={false} className={styles.change} href={`/shows/${show.id}`}>
            {text.changeSeats}
          </Link>
        </div>
      </div>
      {hold && <Clock hold={hold} live={live} onExtend={onExtend} />}
    </aside>
  );
}

function Clock({ hold, live, onExtend }: Pick<OrderTicketProps, "live" | "onExtend"> & { hold: Hold }) {
  const text = checkout[useLanguage()];
  const leftMs = useRemaining(live.clock, hold.expiresAt);
  const [full, setFull] = useState({ expiresAt: hold.expiresAt, totalMs: leftMs });
  if (full.expiresAt !== hold.expiresAt) setFull({ expiresAt: hold.expiresAt, totalMs: leftMs });
  const spoken = SPOKEN_AT_S.findLast((seconds) => leftMs <= seconds * 1000 && leftMs > (seconds - 5) * 1000);
  return (
    <div className={styles.clock} data-warn={leftMs <= WARN_MS || undefined}>
      <Countdown leftMs={leftMs} totalMs={full.totalMs} warnMs={WARN_MS} label={text.timeLeft} />
      <span className={styles.clockWords} aria-hidden="true">
        {text.timeLeft}
      </span>
      {hold.extendable && (
        <Button variant={leftMs <= WARN_MS ? "lamp" : "quiet"} size="small" onClick={onExtend}>
          {text.moreTime}
        </Button>
      )}
      <VisuallyHidden role="status">{spoken !== undefined && text.secondsLeft(spoken)}</VisuallyHidden>
    </div>
  );
}

export function totalOf(hold: Hold | undefined, show: ShowDetails): number {
  return hold ? linesOf(hold, show).reduce((sum, { price }) => sum + price, 0) : 0;
}

function linesOf(hold: Hold, show: ShowDetails) {
  return seatsOf(show.auditorium.layout)
    .filter(({ label }) => hold.seats.includes(label))
    .map(({ label, priceClass }) => ({ label, priceClass, price: show.prices[priceClass] }));
}
