"use client";

import { commonMessages } from "../lib/messages/common";
import { useMessages } from "../lib/messages/language-context";
import { connectionRefusal } from "../lib/network/connection-refusal";
import { useObservable } from "../lib/observable-value";
import { Button } from "./button";
import styles from "./connection-refusal-notice.module.css";
import { Notice } from "./notice";

/** On every page: what the server said instead of taking its connection. */
export function ConnectionRefusalNotice() {
  const refusal = useObservable(connectionRefusal);
  const text = useMessages(commonMessages).refusal;
  return (
    <div className={styles.place} role="status">
      {refusal === "outdated" && (
        <Notice
          title={text.outdated}
          action={
            <Button size="small" onClick={() => window.location.reload()}>
              {text.reload}
            </Button>
          }
        >
          {text.outdatedText}
        </Notice>
      )}
      {refusal === "crowded" && (
        <Notice tone="warning" title={text.crowded}>
          {text.crowdedText}
        </Notice>
      )}
    </div>
  );
}
