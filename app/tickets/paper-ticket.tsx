import type { Language } from "#contract/language";
import type { BookingDetails } from "#contract/outcomes";
import type { ShowDetails } from "#contract/shows";
import { Poster } from "../components/poster/poster";
import { formatDay, formatLongDay, formatMoney, formatTime } from "../lib/formatting";
import { commonMessages } from "../lib/messages/common";
import { ticketMessages } from "../lib/messages/ticket";
import styles from "./paper-ticket.module.css";
import { QrCode } from "./qr-code";

interface PaperTicketProps {
  booking: BookingDetails;
  show: ShowDetails;
  language: Language;
}

/** The ticket itself: paper in both themes, one page when printed. */
export function PaperTicket({ booking, show, language }: PaperTicketProps) {
  const text = ticketMessages[language];
  const { movie } = show;
  const cancelled = booking.cancelledAt !== null;
  return (
    <article className={styles.ticket} data-cancelled={cancelled || undefined}>
      <div className={styles.paper}>
        <div className={styles.poster}>
          <Poster movie={movie} />
        </div>
        <div className={styles.main}>
          <p className={styles.siteName}>{commonMessages[language].siteName}</p>
          <h1 className={styles.title}>{movie.title[language]}</h1>
          <p className={styles.facts}>
            {movie.rating} · {movie.genre[language]} ·{" "}
            {commonMessages[language].minutes(movie.durationMinutes)}
          </p>
          <dl className={styles.when}>
            <div>
              <dt>{text.day}</dt>
              <dd>{formatLongDay(show.startsAt, language)}</dd>
            </div>
            <div>
              <dt>{text.time}</dt>
              <dd className={styles.time}>{formatTime(show.startsAt)}</dd>
            </div>
            <div>
              <dt>{text.auditorium}</dt>
              <dd>{show.auditorium.name[language]}</dd>
            </div>
          </dl>
          <div>
            <h2 className={styles.label}>{text.seats(booking.seats.length)}</h2>
            <ul className={styles.seats}>
              {booking.seats.map((seat) => (
                <li key={seat}>{seat}</li>
              ))}
            </ul>
          </div>
          <dl className={styles.small}>
            {booking.name && (
              <div>
                <dt>{text.bookedFor}</dt>
                <dd>{booking.name}</dd>
              </div>
            )}
            <div>
              <dt>{text.paid}</dt>
              <dd>{formatMoney(booking.total, language)}</dd>
            </div>
            <div>
              <dt>{text.bookedAt}</dt>
              <dd>
                {formatDay(booking.createdAt, language)}, {formatTime(booking.createdAt)}
              </dd>
            </div>
          </dl>
        </div>
        <div className={styles.stub}>
          <p className={styles.admit}>{text.admit(booking.seats.length)}</p>
          {cancelled ? (
            <p className={styles.stamp}>{text.cancelled}</p>
          ) : (
            <div className={styles.qr}>
              <QrCode content={`last-seat:${booking.reference}`} label={text.qr(booking.reference)} />
            </div>
          )}
          <p className={styles.reference}>
            <span className={styles.label}>{text.reference}</span>
            <strong>{booking.reference}</strong>
          </p>
        </div>
      </div>
    </article>
  );
}
