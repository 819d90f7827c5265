import type { ReactNode } from "react";
import { seatsOf } from "#contract/layout";
import type { Hold } from "#contract/outcomes";
import type { ShowDetails } from "#contract/shows";
import { Button } from "../components/button";
import { Countdown } from "../components/countdown";
import { PageLink } from "../components/page-link";
import { VisuallyHidden } from "../components/visually-hidden";
import { formatMoney, formatTime } from "../lib/formatting";
import { HOLD_WARNING_MS, SPOKEN_SECONDS_LEFT, useHoldCountdown } from "../lib/live-show/hold-countdown";
import { holdTotal } from "../lib/live-show/hold-total";
import type { ShowConnection } from "../lib/live-show/show-connection";
import { checkoutMessages } from "../lib/messages/checkout";
import { commonMessages } from "../lib/messages/common";
import { useLanguage } from "../lib/messages/language-context";
import styles from "./order-summary.module.css";

interface OrderSummaryProps {
  show: ShowDetails;
  day: string;
  hold: Hold | undefined;
  connection: ShowConnection;
  /** Drawn by the server, so that its scenes need not be sent. */
  poster: ReactNode;
  onExtend: () => void;
}

/** What is being bought, as the ticket it will become, with the clock on its stub. */
export function OrderSummary({ show, day, hold, connection, poster, onExtend }: OrderSummaryProps) {
  const language = useLanguage();
  const text = checkoutMessages[language];
  return (
    <aside className={styles.order} aria-label={text.yourSeats}>
      <div className={styles.paper}>
        <div className={styles.poster}>{poster}</div>
        <div className={styles.about}>
          <p className={styles.movie}>{show.movie.title[language]}</p>
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
                    <span>{commonMessages[language].priceClass[priceClass]}</span>
                    <span className={styles.price}>{formatMoney(price, language)}</span>
                  </li>
                ))}
              </ul>
              <p className={styles.total}>
                <span>{commonMessages[language].total}</span>
                <b>{formatMoney(holdTotal(hold, seatsOf(show.auditorium.layout), show.prices), language)}</b>
              </p>
            </>
          ) : (
            <p className={styles.finding} role="status">
              {text.findingSeats}
            </p>
          )}
          <PageLink className={styles.change} href={`/shows/${show.id}`}>
            {text.changeSeats}
          </PageLink>
        </div>
      </div>
      {hold && <HoldTimer hold={hold} connection={connection} onExtend={onExtend} />}
    </aside>
  );
}

function HoldTimer({
  hold,
  connection,
  onExtend,
}: Pick<OrderSummaryProps, "connection" | "onExtend"> & { hold: Hold }) {
  const text = checkoutMessages[useLanguage()];
  const { leftMs, totalMs } = useHoldCountdown(connection.clock, hold);
  const spoken = SPOKEN_SECONDS_LEFT.findLast(
    (seconds) => leftMs <= seconds * 1000 && leftMs > (seconds - 5) * 1000,
  );
  return (
    <div className={styles.timer} data-warn={leftMs <= HOLD_WARNING_MS || undefined}>
      <Countdown leftMs={leftMs} totalMs={totalMs} label={text.timeLeft} />
      <span className={styles.timerText} aria-hidden="true">
        {text.timeLeft}
      </span>
      {hold.extendable && (
        <Button variant={leftMs <= HOLD_WARNING_MS ? "accent" : "quiet"} size="small" onClick={onExtend}>
          {text.moreTime}
        </Button>
      )}
      <VisuallyHidden role="status">{spoken !== undefined && text.secondsLeft(spoken)}</VisuallyHidden>
    </div>
  );
}

function linesOf(hold: Hold, show: ShowDetails) {
  return seatsOf(show.auditorium.layout)
    .filter(({ label }) => hold.seats.includes(label))
    .map(({ label, priceClass }) => ({ label, priceClass, price: show.prices[priceClass] }));
}
