import type { Metadata } from "next";
import Link from "next/link";
import type { Language } from "#contract/language";
import type { BookingDetails } from "#contract/outcomes";
import { boxOffice } from "#contract/pages";
import type { ShowDetails } from "#contract/shows";
import { Badge } from "../components/badge";
import { ButtonLink } from "../components/button";
import { EmptyRoom } from "../components/empty-room";
import { Poster } from "../components/poster/poster";
import { formatDay, formatTime } from "../lib/format";
import { common } from "../lib/messages/common";
import { ticket } from "../lib/messages/ticket";
import { getCookieHeader, getLanguage, getMessages } from "../lib/request";
import styles from "./page.module.css";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getMessages(ticket)).listTitle };
}

interface Held {
  booking: BookingDetails;
  show: ShowDetails;
}

export default async function TicketsPage() {
  const [language, text, cookie] = await Promise.all([getLanguage(), getMessages(ticket), getCookieHeader()]);
  const tickets = await boxOffice().bookings(cookie);
  if (tickets.length === 0) {
    return (
      <EmptyRoom {...text.empty}>
        <ButtonLink href="/">{common[language].backToProgramme}</ButtonLink>
      </EmptyRoom>
    );
  }
  const now = Date.now();
  const isComing = ({ booking, show }: Held) => booking.cancelledAt === null && show.startsAt > now;
  const coming = tickets.filter(isComing).sort((a, b) => a.show.startsAt - b.show.startsAt);
  const rest = tickets.filter((held) => !isComing(held)).sort((a, b) => b.show.startsAt - a.show.startsAt);
  return (
    <div className={styles.page}>
      <h1>{text.listTitle}</h1>
      {coming.length > 0 && <Pile title={text.upcoming} tickets={coming} language={language} />}
      {rest.length > 0 && <Pile title={text.past} tickets={rest} language={language} faded />}
    </div>
  );
}

interface PileProps {
  title: string;
  tickets: Held[];
  language: Language;
  faded?: boolean;
}

function Pile({ title, tickets, language, faded = false }: PileProps) {
  const text = ticket[language];
  return (
    <section className={styles.pile} data-faded={faded || undefined}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.tickets}>
        {tickets.map(({ booking, show }) => (
          <li key={booking.reference}>
            <Link prefetch={false} className={styles.ticket} href={`/tickets/${booking.reference}`}>
              <span className={styles.poster}>
                <Poster movie={show.movie} />
              </span>
              <span className={styles.about}>
                <span className={styles.film}>{show.movie.title[language]}</span>
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
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
