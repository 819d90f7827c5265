"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { LayoutSeat } from "#contract/layout";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { formatMoney } from "../../lib/formatting";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { noticeMessages } from "../../lib/messages/show-notices";
import { useObservable } from "../../lib/observable-value";
import type { BuyerNotice } from "../buyer-actions";
import { joinLabels, priceOf } from "../seat-plan/seat-plan";
import { useCanBuy, useShowContext } from "../show-context";
import styles from "./buyer-notices.module.css";
import { HoldAgain } from "./hold-again";
import { noticeOffers, noticeText, noticeTone } from "./notice-text";

/** The buyer panel shows good news as well. */
const GOOD_NEWS_MS = 6000;
/** An answer to a press can be had again by another press. */
const ANSWER_MS = 10_000;

/** The last answer to the buyer, laid over the map's edge so that nothing moves when it comes. */
export function BuyerNotices() {
  const { connection, buyer, roving } = useShowContext();
  const place = useRef<HTMLDivElement>(null);
  const text = useMessages(noticeMessages);
  const notice = useObservable(buyer.notice);
  const lapsed = useObservable(connection.lapsedHold);
  useEffect(() => {
    const lastsMs = notice && noticeLastsMs(notice);
    if (lastsMs === undefined) return;
    // Whoever is about to use it keeps it.
    const endUnlessUsed = () => {
      if (!place.current?.matches(":hover, :focus-within")) buyer.endNotice();
    };
    const timer = setInterval(endUnlessUsed, lastsMs);
    return () => clearInterval(timer);
  }, [notice, buyer]);

  /** The pressed button goes with the notice: focus goes to the seat it was about, or back to the map. */
  function focusSeat(index = roving.current) {
    roving.moveTo(index);
    document.querySelector<HTMLElement>(`[data-seat="${index}"]`)?.focus({ preventScroll: true });
  }

  function dismiss() {
    buyer.dismiss();
    focusSeat();
  }

  const offers = notice ? noticeOffers(notice) : [];
  return (
    <div ref={place} className={styles.place} role="status">
      {lapsed && (
        <DismissibleNotice onDismiss={dismiss} label={text.notice.dismiss}>
          <Notice
            tone="bad"
            title={text.notice.lapsed(joinLabels(lapsed.seats))}
            action={<HoldAgain labels={lapsed.seats} onHold={focusSeat} />}
          />
        </DismissibleNotice>
      )}
      {notice && (
        <DismissibleNotice onDismiss={dismiss} label={text.notice.dismiss}>
          <Notice
            tone={noticeTone(notice)}
            title={noticeText(notice, text)}
            action={
              offers.length > 0 && (
                <div className={styles.offers}>
                  {notice.kind !== "best-apart" && <span>{text.notice.offers}</span>}
                  {offers.map((offer) => (
                    <Offer key={joinLabels(offer)} seats={offer} onTaken={focusSeat} />
                  ))}
                </div>
              )
            }
          />
        </DismissibleNotice>
      )}
    </div>
  );
}

/** Gone as soon as somebody else has taken it. */
function Offer({ seats, onTaken }: { seats: readonly LayoutSeat[]; onTaken: (index?: number) => void }) {
  const { show, store, buyer } = useShowContext();
  const language = useLanguage();
  const text = noticeMessages[language].notice;
  const canBuy = useCanBuy();
  const [first] = seats;
  const view = useObservable(store.seat(first?.index ?? 0));
  if (view !== "available") return null;
  const labels = joinLabels(seats);
  const price = formatMoney(priceOf(seats, show.prices), language);
  return (
    <Button
      variant="quiet"
      size="small"
      disabled={!canBuy}
      aria-label={text.take(labels, price)}
      onClick={() => {
        buyer.hold(seats);
        onTaken(first?.index);
      }}
    >
      <b>{labels}</b> {price}
    </Button>
  );
}

/** Undefined: until its cause is over. */
function noticeLastsMs(notice: BuyerNotice): number | undefined {
  if (notice.kind === "offline" || notice.kind === "lost") return undefined;
  return noticeTone(notice) === "good" ? GOOD_NEWS_MS : ANSWER_MS;
}

function DismissibleNotice({
  children,
  label,
  onDismiss,
}: {
  children: ReactNode;
  label: string;
  onDismiss: () => void;
}) {
  return (
    <div className={styles.card}>
      {children}
      <button type="button" className={styles.dismiss} aria-label={label} onClick={onDismiss}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M6 6l12 12M18 6 6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
