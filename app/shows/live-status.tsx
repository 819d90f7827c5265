"use client";

import { useMessages } from "../lib/messages/language-context";
import { showMessages } from "../lib/messages/show";
import { useObservable } from "../lib/observable-value";
import styles from "./live-status.module.css";
import { useShowContext } from "./show-context";

/** Seats left, how many are looking, and whether what we see is live. */
export function LiveStatus() {
  const { plan, store, connection } = useShowContext();
  const text = useMessages(showMessages);
  const closed = useObservable(store.closed);
  const left = useObservable(store.seatsLeft);
  const viewers = useObservable(connection.viewers);
  const isLive = useObservable(connection.state) === "live";
  const style: Record<`--${string}`, number> = { "--share": left / Math.max(1, plan.seats.length) };
  return (
    <div className={styles.status}>
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
