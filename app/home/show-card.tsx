import type { Language } from "#contract/language";
import { LinkPending } from "../components/link-pending";
import { PageLink } from "../components/page-link";
import { formatMoney, formatTime } from "../lib/formatting";
import type { HomeText } from "../lib/messages/home";
import type { ShowOfDay } from "./arrange-programme";
import styles from "./show-card.module.css";

/** From here on, what is left is worth saying loudly. */
const FEW_SEATS = 12;

interface ShowCardProps {
  show: ShowOfDay;
  language: Language;
  text: HomeText;
}

/**
 * A paper ticket that leads to the seats. A sold-out one still does: holds lapse and people cancel. One whose
 * show has begun leads nowhere.
 */
export function ShowCard({ show, language, text }: ShowCardProps) {
  const state = stateOf(show);
  const left = state === "begun" ? 0 : show.seatsLeft;
  const paper = (
    <span className={styles.paper}>
      <span className={styles.time}>{formatTime(show.startsAt)}</span>
      <span className={styles.details}>
        <span className={styles.auditorium}>{show.auditorium.name[language]}</span>
        {state !== "begun" && (
          <span className={styles.price}>{text.from(formatMoney(show.priceFrom, language))}</span>
        )}
        <span className={styles.left}>
          {state === "begun" && text.begun}
          {state === "soldOut" && text.soldOut}
          {state === "few" && text.lastSeats(left)}
          {state === "open" && text.seatsLeft(left)}
        </span>
        <span className={styles.meter} aria-hidden="true">
          <span style={{ inlineSize: `${(100 * left) / show.seatsTotal}%` }} />
        </span>
      </span>
      {state !== "begun" && <LinkPending />}
    </span>
  );
  if (state === "begun") {
    return (
      <span className={styles.ticket} data-state={state}>
        {paper}
      </span>
    );
  }
  return (
    <PageLink href={`/shows/${show.id}`} className={styles.ticket} data-state={state}>
      {paper}
    </PageLink>
  );
}

function stateOf({ begun, seatsLeft }: ShowOfDay) {
  if (begun) return "begun";
  return seatsLeft === 0 ? "soldOut" : seatsLeft <= FEW_SEATS ? "few" : "open";
}
