"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import type { LayoutSeat } from "#contract/layout";
import { formatMoney } from "../../lib/formatting";
import { commonMessages } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useObservable } from "../../lib/observable-value";
import { priceOf, withPartner } from "../seat-plan/seat-plan";
import { useShowContext } from "../show-context";
import type { PointedSeat } from "./pointed-seat";
import styles from "./seat-tip.module.css";

/** Seats closer than this to the top of the window have their tip below them. */
const ROOM_ABOVE_PX = 88;

/** What the seat that is pointed at is and costs, beside it. A screen reader hears the same from the seat itself. */
export function SeatTip({
  pointed,
  scroller,
}: {
  pointed: PointedSeat;
  scroller: RefObject<HTMLElement | null>;
}) {
  const { plan } = useShowContext();
  const index = useObservable(pointed.index);
  const seat = index === undefined ? undefined : plan.seats[index];
  return seat ? <Tip key={seat.index} seat={seat} scroller={scroller} /> : null;
}

function Tip({ seat, scroller }: { seat: LayoutSeat; scroller: RefObject<HTMLElement | null> }) {
  const { show, plan, store } = useShowContext();
  const language = useLanguage();
  const text = showMessages[language];
  const view = useObservable(store.seat(seat.index));
  const tip = useRef<HTMLDivElement>(null);
  const group = withPartner(plan, seat);

  useLayoutEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const place = () => {
      if (tip.current) placeBeside(tip.current, frame.querySelector(`[data-seat="${seat.index}"]`), frame);
    };
    place();
    frame.addEventListener("scroll", place, { passive: true });
    return () => frame.removeEventListener("scroll", place);
  }, [seat, scroller]);

  return (
    <div ref={tip} className={styles.tip} data-view={view} aria-hidden="true">
      <b>
        {text.seatsOfRow(
          seat.row,
          group.map(({ number }) => number),
        )}
      </b>
      <span className={styles.price}>{formatMoney(priceOf(group, show.prices), language)}</span>
      <span className={styles.kind}>
        {commonMessages[language].priceClass[seat.priceClass]} · {text.states[view]}
      </span>
    </div>
  );
}

/** Centred above the seat, inside the frame; below it where there is no room above; nowhere once it has scrolled away. */
function placeBeside(tip: HTMLElement, seat: Element | null, frame: HTMLElement): void {
  const box = seat?.getBoundingClientRect();
  const bounds = frame.getBoundingClientRect();
  const isSeen =
    box &&
    box.bottom > bounds.top &&
    box.top < bounds.bottom &&
    box.right > bounds.left &&
    box.left < bounds.right;
  tip.hidden = !isSeen;
  if (!isSeen) return;
  const half = tip.offsetWidth / 2;
  const middle = (box.left + box.right) / 2 - bounds.left;
  const below = box.top < ROOM_ABOVE_PX;
  tip.toggleAttribute("data-below", below);
  tip.style.left = `${Math.max(half, Math.min(middle, bounds.width - half))}px`;
  tip.style.top = `${frame.offsetTop + (below ? box.bottom : box.top) - bounds.top}px`;
}
