"use client";

import { useCell } from "../../lib/live/use-cell";
import { useMessages } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import styles from "./live-facts.module.css";
import { useSession } from "./session";

/** Seats left, how many are looking, and whether what we see is live. */
export function LiveFacts() {
  const { room, store, live } = useSession();
  const text = useMessages(words);
  const closed = useCell(store.closed);
  const left = useCell(store.seatsLeft);
  const viewers = useCell(live.viewers);
  const isLive = useCell(live.connection) === "live";
  const style: Record<`--${string}`, number> = { "--share": left / Math.max(1, room.seats.length) };
  return (
    <div className={styles.facts}>
      {!closed && (
        <p className={styles.left} style={style}>
          {text.seatsLeft(left)}
        </p>
      )}
      <p className={styles.live} data-live={isLive || undefined}>
        {isLive ? text.live : text.connecting}
        {isLive && viewers !== undefined && viewers > 0 && (
          <span className={styles.viewers}>{text.viewers(viewers)}</span>
        )}
      </p>
    </div>
  );
}
