import Link from "next/link";
import type { Language } from "#contract/language";
import type { ShowSummary } from "#contract/shows";
import { Pending } from "../components/pending";
import { formatMoney, formatTime } from "../lib/format";
import type { HomeText } from "./film";
import styles from "./screening-ticket.module.css";

/** From here on, what is left is worth saying loudly. */
const FEW_SEATS = 12;

interface ScreeningTicketProps {
  show: ShowSummary;
  language: Language;
  text: HomeText;
}

/** A paper ticket that leads to the room. A sold-out one still does: holds lapse and people cancel. */
export function ScreeningTicket({ show, language, text }: ScreeningTicketProps) {
  const state = show.seatsLeft === 0 ? "soldOut" : show.seatsLeft <= FEW_SEATS ? "few" : "open";
  return (
    <Link href={`/shows/${show.id}`} prefetch={false} className={styles.ticket} data-state={state}>
      <span className={styles.paper}>
        <span className={styles.time}>{formatTime(show.startsAt)}</span>
        <span className={styles.details}>
          <span className={styles.hall}>{show.auditorium.name[language]}</span>
          <span className={styles.price}>{text.from(formatMoney(show.priceFrom, language))}</span>
          <span className={styles.left}>
            {state === "soldOut" && text.soldOut}
            {state === "few" && text.lastSeats(show.seatsLeft)}
            {state === "open" && text.seatsLeft(show.seatsLeft)}
          </span>
          <span className={styles.meter} aria-hidden="true">
            <span style={{ inlineSize: `${(100 * show.seatsLeft) / show.seatsTotal}%` }} />
          </span>
        </span>
        <Pending />
      </span>
    </Link>
  );
}
