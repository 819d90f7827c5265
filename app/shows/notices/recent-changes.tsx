"use client";

import type { RecentChange } from "../../lib/live-show/recent-changes";
import { useMessages } from "../../lib/messages/language-context";
import { type NoticeText, noticeMessages } from "../../lib/messages/show-notices";
import { useObservable } from "../../lib/observable-value";
import type { SeatPlan } from "../seat-plan/seat-plan";
import { useShowContext } from "../show-context";
import styles from "./recent-changes.module.css";

const MAX_SHOWN = 3;
const NAMED_SEATS = 4;

/** What others just did, quietly: nobody has to look, and it is spoken only as part of a summary. */
export function RecentChanges() {
  const { plan, store } = useShowContext();
  const text = useMessages(noticeMessages);
  const recentChanges = useObservable(store.recentChanges);
  return (
    <section className={styles.recentChanges} aria-labelledby="recent-changes">
      <h2 id="recent-changes" className={styles.title}>
        {text.recentChanges.title}
      </h2>
      {recentChanges.length === 0 ? (
        <p className={styles.empty}>{text.recentChanges.empty}</p>
      ) : (
        <ol>
          {recentChanges.slice(0, MAX_SHOWN).map((change) => (
            <li key={change.id} className={styles.line} data-kind={change.kind}>
              {recentChangeText(change, plan, text)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** "B7 sold", "C1, C2, C3, C4 and 3 more free again". */
export function recentChangeText(
  { kind, seats }: Pick<RecentChange, "kind" | "seats">,
  plan: SeatPlan,
  text: NoticeText,
): string {
  const labels = seats.map((index) => plan.seats[index]?.label ?? "");
  const named = labels.slice(0, NAMED_SEATS).join(", ");
  const more = labels.length - NAMED_SEATS;
  return text.recentChanges.sentence(kind, more > 0 ? text.recentChanges.many(named, more) : named);
}
