"use client";

import { Notice } from "../../components/notice";
import type { ShowConnection } from "../../lib/live-show/show-connection";
import { useMessages } from "../../lib/messages/language-context";
import { noticeMessages } from "../../lib/messages/show-notices";
import { connectionRefusal } from "../../lib/network/connection-refusal";
import { useObservable } from "../../lib/observable-value";
import styles from "./connection-banner.module.css";

/** Says when what is on the screen may be old, or when selling is slow or impossible. */
export function ConnectionBanner({ connection }: { connection: ShowConnection }) {
  const text = useMessages(noticeMessages).banner;
  const connectionState = useObservable(connection.state);
  const { redis, postgres } = useObservable(connection.service);
  const refusal = useObservable(connectionRefusal);
  return (
    <div className={styles.place} role="status">
      {connectionState === "reconnecting" && !refusal && (
        <Notice tone="bad" title={text.reconnecting}>
          {text.reconnectingText}
        </Notice>
      )}
      {connectionState === "gone" && <Notice tone="bad" title={text.gone} />}
      {connectionState === "live" && postgres === "down" && (
        <Notice tone="bad" title={text.down}>
          {text.downText}
        </Notice>
      )}
      {connectionState === "live" && postgres === "up" && redis === "down" && (
        <Notice tone="note" title={text.degraded}>
          {text.degradedText}
        </Notice>
      )}
    </div>
  );
}
