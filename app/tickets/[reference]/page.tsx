import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { boxOffice } from "#contract/pages";
import { ButtonLink, buttonClass } from "../../components/button";
import { EmptyRoom } from "../../components/empty-room";
import { Notice } from "../../components/notice";
import { common } from "../../lib/messages/common";
import { ticket } from "../../lib/messages/ticket";
import { getCookieHeader, getLanguage, getMessages } from "../../lib/request";
import { CancelBooking } from "../_ticket/cancel-booking";
import { PaperTicket } from "../_ticket/paper-ticket";
import { PrintButton } from "../_ticket/print-button";
import styles from "./page.module.css";

interface TicketPageProps {
  params: Promise<{ reference: string }>;
  searchParams: Promise<{ new?: string | string[] }>;
}

const findBooking = cache(async (reference: string) =>
  boxOffice().booking(reference.toUpperCase(), await getCookieHeader()),
);

export async function generateMetadata({ params }: TicketPageProps): Promise<Metadata> {
  const [{ reference }, language, text] = await Promise.all([params, getLanguage(), getMessages(ticket)]);
  const found = await findBooking(reference);
  if (found === null) return { title: text.notFound.title };
  if (found === "not_yours") return { title: text.notYours.title };
  return { title: text.title(found.show.movie.title[language]), robots: { index: false } };
}

export default async function TicketPage({ params, searchParams }: TicketPageProps) {
  const [{ reference }, { new: isNew }, language, text] = await Promise.all([
    params,
    searchParams,
    getLanguage(),
    getMessages(ticket),
  ]);
  const found = await findBooking(reference);
  if (found === null) notFound();
  if (found === "not_yours") {
    return (
      <EmptyRoom {...text.notYours}>
        <ButtonLink href="/tickets">{text.listTitle}</ButtonLink>
        <ButtonLink href="/" variant="quiet">
          {common[language].backToProgramme}
        </ButtonLink>
      </EmptyRoom>
    );
  }

  const { booking, show } = found;
  const cancelled = booking.cancelledAt !== null;
  const over = show.startsAt < Date.now();
  return (
    <div className={styles.page}>
      {cancelled && (
        <Notice tone="bad" title={text.cancelled}>
          {text.cancelledText}
        </Notice>
      )}
      {!cancelled && over && <Notice>{text.over}</Notice>}
      {!cancelled && !over && isNew !== undefined && <Notice tone="good" title={text.bookedJustNow} />}
      <PaperTicket booking={booking} show={show} language={language} />
      <div className={styles.actions}>
        {!cancelled && (
          <>
            <a className={buttonClass({ variant: "velvet" })} href={`/tickets/${booking.reference}/calendar`}>
              {text.addToCalendar}
            </a>
            <PrintButton>{text.print}</PrintButton>
          </>
        )}
        <ButtonLink href="/tickets" variant="quiet">
          {text.listTitle}
        </ButtonLink>
        {!cancelled && !over && (
          <div className={styles.undo}>
            <CancelBooking reference={booking.reference} seats={booking.seats} />
          </div>
        )}
      </div>
    </div>
  );
}
