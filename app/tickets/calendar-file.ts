/** One screening as an iCalendar file (RFC 5545). */
import type { Language } from "#contract/language";
import type { BookingDetails } from "#contract/outcomes";
import type { ShowDetails } from "#contract/shows";
import { commonMessages } from "../lib/messages/common";
import { ticketMessages } from "../lib/messages/ticket";

const MINUTE_MS = 60_000;
const LINE_BYTES = 75;

export function calendarFile(booking: BookingDetails, show: ShowDetails, language: Language): string {
  const text = ticketMessages[language];
  const endsAt = show.startsAt + show.movie.durationMinutes * MINUTE_MS;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Last Seat//Box office//EN",
    "BEGIN:VEVENT",
    `UID:${booking.reference}@last-seat`,
    `DTSTAMP:${instant(booking.createdAt)}`,
    `DTSTART:${instant(show.startsAt)}`,
    `DTEND:${instant(endsAt)}`,
    `SUMMARY:${escaped(show.movie.title[language])}`,
    `LOCATION:${escaped(`${commonMessages[language].siteName}, ${show.auditorium.name[language]}`)}`,
    `DESCRIPTION:${escaped(text.calendarText(booking.seats.join(", "), booking.reference))}`,
    `STATUS:${booking.cancelledAt === null ? "CONFIRMED" : "CANCELLED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** 20261116T134500Z */
function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll("\n", "\\n");
}

/** Lines are cut after 75 bytes, never inside a letter, and go on after a space. */
function folded(line: string): string {
  let out = "";
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > LINE_BYTES) {
      out += "\r\n ";
      bytes = 1;
    }
    out += letter;
    bytes += size;
  }
  return out;
}
