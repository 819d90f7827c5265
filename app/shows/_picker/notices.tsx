"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { useCell } from "../../lib/live/use-cell";
import { useMessages } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { offersOf, sentenceOf, toneOf } from "./notice-words";
import styles from "./notices.module.css";
import { namesOf } from "./seat-names";
import { useSession } from "./session";

/** The desk shows good news as well; nothing else goes by itself. */
const GOOD_NEWS_MS = 6000;

/** The last answer to the buyer, laid over the map's edge so that nothing moves when it comes. */
export function Notices() {
  const { live, buyer, roving } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const text = useMessages(words);
  const notice = useCell(buyer.notice);
  const lapsed = useCell(live.lapsed);
  useEffect(() => {
    if (!notice || toneOf(notice) !== "good") return;
    const timer = setTimeout(() => {
      if (!place.current?.contains(document.activeElement)) buyer.dismiss();
    }, GOOD_NEWS_MS);
    return () => clearTimeout(timer);
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

  const offers = notice ? offersOf(notice) : [];
  return (
    <div ref={place} className={styles.place} role="status">
      {lapsed && (
        <Card onDismiss={dismiss} label={text.notice.dismiss}>
          <Notice tone="bad" title={text.notice.lapsed(namesOf(lapsed.seats))} />
        </Card>
      )}
      {notice && (
        <Card onDismiss={dismiss} label={text.notice.dismiss}>
          <Notice
            tone={toneOf(notice)}
            title={sentenceOf(notice, text)}
            action={
              offers.length > 0 && (
                <div className={styles.offers}>
                  {notice.kind !== "best-apart" && <span>{text.notice.offers}</span>}
                  {offers.map((offer) => (
                    <Button
                      key={namesOf(offer)}
                      variant="quiet"
                      size="small"
                      aria-label={text.notice.take(namesOf(offer))}
                      onClick={() => {
                        buyer.take(offer);
                        focusSeat(offer[0]?.index);
                      }}
                    >
                      {notice.kind === "best-apart" ? text.notice.take(namesOf(offer)) : namesOf(offer)}
                    </Button>
                  ))}
                </div>
              )
            }
          />
        </Card>
      )}
    </div>
  );
}

function Card({ children, label, onDismiss }: { children: ReactNode; label: string; onDismiss: () => void }) {
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
