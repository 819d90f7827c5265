"use client";

import { memo, useState } from "react";
import type { LayoutSeat } from "#contract/layout";
import { formatMoney } from "../../lib/formatting";
import type { SeatView } from "../../lib/live-show/show-store";
import { commonMessages } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useObservable } from "../../lib/observable-value";
import { useShowContext } from "../show-context";
import styles from "./seat.module.css";

interface SeatProps {
  seat: LayoutSeat;
  /** Columns without a seat between the one before and this. */
  empty: number;
}

/** One seat of the map, read from a value of its own: it renders again when this very seat changes, and only then. */
export const Seat = memo(function Seat({ seat, empty }: SeatProps) {
  const { store, roving } = useShowContext();
  const view = useObservable(store.seat(seat.index));
  const tabStop = useObservable(roving.stop(seat.index));
  const label = useSeatLabel(seat, view);
  const half = halfOf(seat);
  const [rendered] = useState(view);
  return (
    // biome-ignore lint/a11y/useSemanticElements: one element a seat; a button may be a gridcell.
    <button
      type="button"
      role="gridcell"
      className={styles.seat}
      style={placeStyle(bendOf(seat, half), empty)}
      data-seat={seat.index}
      data-view={view}
      data-class={seat.priceClass}
      data-half={half}
      data-changed={view === rendered ? undefined : ""}
      tabIndex={tabStop ? 0 : -1}
      aria-label={label}
      aria-selected={view === "mine" || view === "ticket"}
      data-taken={isTaken(view) || undefined}
      aria-busy={view === "asking" || undefined}
    >
      {seat.number}
    </button>
  );
});

/** "Row A, seat 14, VIP, 120 000 ₫, available". */
function useSeatLabel(seat: LayoutSeat, view: SeatView): string {
  const { show } = useShowContext();
  const language = useLanguage();
  const text = showMessages[language];
  return text.seatLabel({
    row: seat.row,
    number: seat.number,
    kind: commonMessages[language].priceClass[seat.priceClass],
    price: formatMoney(show.prices[seat.priceClass], language),
    state: text.states[view],
  });
}

/** How many empty columns are before it, and the column at whose height in the bow of its row it lies. */
export function placeStyle(x: number, empty: number): Record<`--${string}`, number> {
  return empty === 0 ? { "--x": x } : { "--x": x, "--empty": empty };
}

/** Both halves of a couple seat lie at the height of its middle, so that the bow does not break it. */
function bendOf({ x }: LayoutSeat, half: "left" | "right" | undefined): number {
  return half === undefined ? x : half === "left" ? x + 0.5 : x - 0.5;
}

/** A taken seat can still be pressed: it says why it is not to be had, and which seats nearby are. */
export function isTaken(view: SeatView): boolean {
  return view === "held" || view === "sold" || view === "ticket" || view === "blocked";
}

/** Couple seats are numbered from the left, so the half with the lower label is the left one. */
function halfOf(seat: LayoutSeat): "left" | "right" | undefined {
  if (seat.partner === undefined) return undefined;
  return Number(seat.partner.slice(seat.row.length)) > seat.number ? "left" : "right";
}
