"use client";

import { memo, useState } from "react";
import type { LayoutSeat } from "#contract/layout";
import type { SeatView } from "../../lib/live/show-store";
import { useCell } from "../../lib/live/use-cell";
import styles from "./seat.module.css";
import { useSeatLabel } from "./seat-words";
import { useSession } from "./session";

/** One seat of the map, read from its own cell: it renders again when this very seat changes, and only then. */
export const Seat = memo(function Seat({ seat }: { seat: LayoutSeat }) {
  const { store, roving } = useSession();
  const view = useCell(store.seat(seat.index));
  const tabStop = useCell(roving.stop(seat.index));
  const label = useSeatLabel(seat, view);
  const half = halfOf(seat);
  const [rendered] = useState(view);
  return (
    // biome-ignore lint/a11y/useSemanticElements: one element a seat; a button may be a gridcell.
    <button
      type="button"
      role="gridcell"
      className={styles.seat}
      style={columnStyle(seat.x, half)}
      data-seat={seat.index}
      data-view={view}
      data-class={seat.priceClass}
      data-half={half}
      data-fresh={view === rendered ? undefined : ""}
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

/** The column, and for half of a couple seat the middle of the whole, so that the row's bow does not break it. */
export function columnStyle(x: number, half?: "left" | "right") {
  const style: Record<`--${string}`, number> = { "--x": x };
  if (half) style["--bend"] = half === "left" ? x + 0.5 : x - 0.5;
  return style;
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
