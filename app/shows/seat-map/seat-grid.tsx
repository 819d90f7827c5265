"use client";

import { type KeyboardEvent, type MouseEvent, memo } from "react";
import type { LayoutSeat } from "#contract/layout";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useShowContext } from "../show-context";
import { nextSeat, stepForKey } from "./arrow-keys";
import type { MapZoom } from "./map-zoom";
import { placeStyle, Seat } from "./seat";
import styles from "./seat-grid.module.css";

/** The seats as an ARIA grid: one tab stop, arrow keys, one listener for all. Zooming renders none of it again. */
export const SeatGrid = memo(function SeatGrid({ zoom }: { zoom: MapZoom }) {
  const { show, plan, roving, buyer } = useShowContext();
  const language = useLanguage();
  const text = showMessages[language];

  function seatOf(event: MouseEvent | KeyboardEvent): LayoutSeat | undefined {
    const button = event.target instanceof Element ? event.target.closest("[data-seat]") : null;
    return button ? plan.seats[Number(button.getAttribute("data-seat"))] : undefined;
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const seat = seatOf(event);
    if (!seat) return;
    // Seats too small to be hit are not targets: the first tap comes closer. A key has no such trouble.
    const byPointer = event.detail > 0;
    if (byPointer && zoom.isOverview()) return zoom.zoomInAt(event.clientX, event.clientY);
    roving.moveTo(seat.index);
    buyer.toggle(seat);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const seat = seatOf(event);
    const step = stepForKey(event.key, event.ctrlKey || event.metaKey);
    if (!seat || !step || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const next = nextSeat(plan, seat, step);
    roving.moveTo(next.index);
    event.currentTarget.querySelector<HTMLElement>(`[data-seat="${next.index}"]`)?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells could not be drawn as an auditorium.
    <div
      role="grid"
      aria-label={text.mapLabel(show.auditorium.name[language])}
      className={styles.grid}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {plan.rows.map((row) => (
        <Row key={row[0]?.row} row={row} />
      ))}
    </div>
  );
});

/** `y` of the drawing is kept, so that a cross aisle stays an empty row. */
function Row({ row }: { row: readonly LayoutSeat[] }) {
  const language = useLanguage();
  const first = row[0];
  const last = row.at(-1);
  if (!first || !last) return null;
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
        style={placeStyle(first.x, first.x)}
        aria-label={showMessages[language].row(label)}
      >
        {label}
      </span>
      {row.map((seat, at) => (
        <Seat key={seat.index} seat={seat} empty={seat.x - (row[at - 1]?.x ?? first.x - 1) - 1} />
      ))}
      <span className={styles.rowLabel} style={placeStyle(last.x, 0)} aria-hidden="true">
        {label}
      </span>
    </div>
  );
}
