import type { Metadata } from "next";
import type { Language } from "#contract/language";
import type { BookingDetails } from "#contract/outcomes";
import { pageSource } from "#contract/pages";
import type { ShowDetails } from "#contract/shows";
import { Badge } from "../components/badge";
import { ButtonLink } from "../components/button";
import { EmptyState } from "../components/empty-state";
import { PageLink } from "../components/page-link";
import { Poster } from "../components/poster/poster";
import { getCookieHeader, getLanguage, getMessages } from "../lib/current-request";
import { formatDay, formatTime } from "../lib/formatting";
import { commonMessages } from "../lib/messages/common";
import { ticketMessages } from "../lib/messages/ticket";
import styles from "./page.module.css";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getMessages(ticketMessages)).listTitle };
}

interface Ticket {
  booking: BookingDetails;
  show: ShowDetails;
}

export default async function TicketsPage() {
  const [language, text, cookie] = await Promise.all([
    getLanguage(),
    getMessages(ticketMessages),
    getCookieHeader(),
  ]);
  const tickets = await pageSource().bookings(cookie);
  if (tickets.length === 0) {
    return (
      <EmptyState {...text.empty}>
        <ButtonLink href="/">{commonMessages[language].backToProgramme}</ButtonLink>
      </EmptyState>
    );
  }
  const now = Date.now();
  const isComing = ({ booking, show }: Ticket) => booking.cancelledAt === null && show.startsAt > now;
  const coming = tickets.filter(isComing).sort((a, b) => a.show.startsAt - b.show.startsAt);
  const rest = tickets.filter((other) => !isComing(other)).sort((a, b) => b.show.startsAt - a.show.startsAt);
  return (
    <div className={styles.page}>
      <h1>{text.listTitle}</h1>
      {coming.length > 0 && <TicketList title={text.upcoming} tickets={coming} language={language} />}
      {rest.length > 0 && <TicketList title={text.past} tickets={rest} language={language} faded />}
    </div>
  );
}

interface TicketListProps {
  title: string;
  tickets: Ticket[];
  language: Language;
  faded?: boolean;
}

function TicketList({ title, tickets, language, faded = false }: TicketListProps) {
  const text = ticketMessages[language];
  return (
    <section className={styles.list} data-faded={faded || undefined}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.tickets}>
        {tickets.map(({ booking, show }) => (
          <li key={booking.reference}>
            <PageLink className={styles.ticket} href={`/tickets/${booking.reference}`}>
              <span className={styles.poster}>
                <Poster movie={show.movie} />
              </span>
              <span className={styles.about}>
                <span className={styles.movie}>{show.movie.title[language]}</span>
                <span>
                  {formatDay(show.startsAt, language)}, {formatTime(show.startsAt)} ·{" "}
                  {show.auditorium.name[language]}
                </span>
                <span className={styles.seats}>{booking.seats.join(" ")}</span>
              </span>
              <span className={styles.reference}>
                {booking.cancelledAt !== null && <Badge tone="bad">{text.cancelled}</Badge>}
                {booking.reference}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
