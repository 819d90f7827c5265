"use client";

import { Notice } from "../../components/notice";
import { useCell } from "../../lib/live/use-cell";
import { useMessages } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import styles from "./connection-banner.module.css";
import { useSession } from "./session";

/** Says when what is on the screen may be old, or when selling is slow or impossible. */
export function ConnectionBanner() {
  const { live } = useSession();
  const text = useMessages(words).banner;
  const connection = useCell(live.connection);
  const { redis, postgres } = useCell(live.service);
  return (
    <div className={styles.place} role="status">
      {connection === "reconnecting" && (
        <Notice tone="bad" title={text.reconnecting}>
          {text.reconnectingText}
        </Notice>
      )}
      {connection === "gone" && <Notice tone="bad" title={text.gone} />}
      {connection === "live" && postgres === "down" && (
        <Notice tone="bad" title={text.down}>
          {text.downText}
        </Notice>
      )}
      {connection === "live" && postgres === "up" && redis === "down" && (
        <Notice tone="note" title={text.degraded}>
          {text.degradedText}
        </Notice>
      )}
    </div>
  );
}
