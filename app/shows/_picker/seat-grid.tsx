"use client";

import type { KeyboardEvent, MouseEvent } from "react";
import type { LayoutSeat } from "#contract/layout";
import { useLanguage } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { stepFrom, stepOfKey } from "../seating/grid-steps";
import type { MapZoom } from "./map-zoom";
import { columnStyle, Seat } from "./seat";
import styles from "./seat-grid.module.css";
import { useSession } from "./session";

/** The seats as an ARIA grid: one tab stop, arrow keys, one listener for all. */
export function SeatGrid({ zoom }: { zoom: MapZoom }) {
  const { show, room, roving, buyer } = useSession();
  const language = useLanguage();
  const text = words[language];

  function seatOf(event: MouseEvent | KeyboardEvent): LayoutSeat | undefined {
    const button = event.target instanceof Element ? event.target.closest("[data-seat]") : null;
    return button ? room.seats[Number(button.getAttribute("data-seat"))] : undefined;
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const seat = seatOf(event);
    if (!seat) return;
    // Seats too small to be hit are not targets: the first tap comes closer. A key has no such trouble.
    const byPointer = event.detail > 0;
    if (byPointer && zoom.isOverview()) return zoom.comeCloser(event.clientX, event.clientY);
    roving.moveTo(seat.index);
    buyer.toggle(seat);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const seat = seatOf(event);
    const step = stepOfKey(event.key, event.ctrlKey || event.metaKey);
    if (!seat || !step || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const next = stepFrom(room, seat, step);
    roving.moveTo(next.index);
    event.currentTarget.querySelector<HTMLElement>(`[data-seat="${next.index}"]`)?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells could not be drawn as a room.
    <div
      role="grid"
      aria-label={text.mapLabel(show.auditorium.name[language])}
      className={styles.grid}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {room.rows.map((row) => (
        <Row key={row[0]?.row} row={row} columns={room.columns} />
      ))}
    </div>
  );
}

/** `y` of the drawing is kept, so that a cross aisle stays an empty row. */
function Row({ row, columns }: { row: readonly LayoutSeat[]; columns: number }) {
  const language = useLanguage();
  const [first] = row;
  if (!first) return null;
  const { row: label, y } = first;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    // biome-ignore lint/a11y/useFocusableInteractive: focus belongs to the row's seats.
    <div role="row" className={styles.row} style={{ gridRow: y + 1 }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above. */}
      <span
        role="rowheader"
        className={styles.rowLabel}
        style={columnStyle(-1)}
        aria-label={words[language].row(label)}
      >
        {label}
      </span>
      {row.map((seat) => (
        <Seat key={seat.index} seat={seat} />
      ))}
      <span className={styles.rowLabel} style={columnStyle(columns)} aria-hidden="true">
        {label}
      </span>
    </div>
  );
}
