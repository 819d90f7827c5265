import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { pageSource } from "#contract/pages";
import { ButtonLink, buttonClass } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Notice } from "../../components/notice";
import { getCookieHeader, getLanguage, getMessages } from "../../lib/current-request";
import { commonMessages } from "../../lib/messages/common";
import { ticketMessages } from "../../lib/messages/ticket";
import { CancelBooking } from "../cancel-booking";
import { PaperTicket } from "../paper-ticket";
import { PrintButton } from "../print-button";
import styles from "./page.module.css";

interface TicketPageProps {
  params: Promise<{ reference: string }>;
  searchParams: Promise<{ new?: string | string[] }>;
}

const findBooking = cache(async (reference: string) =>
  pageSource().booking(reference.toUpperCase(), await getCookieHeader()),
);

export async function generateMetadata({ params }: TicketPageProps): Promise<Metadata> {
  const [{ reference }, language, text] = await Promise.all([
    params,
    getLanguage(),
    getMessages(ticketMessages),
  ]);
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
    getMessages(ticketMessages),
  ]);
  const found = await findBooking(reference);
  if (found === null) notFound();
  if (found === "not_yours") {
    return (
      <EmptyState {...text.notYours}>
        <ButtonLink href="/tickets">{text.listTitle}</ButtonLink>
        <ButtonLink href="/" variant="quiet">
          {commonMessages[language].backToProgramme}
        </ButtonLink>
      </EmptyState>
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
            <a
              className={buttonClass({ variant: "primary" })}
              href={`/tickets/${booking.reference}/calendar`}
            >
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
