"use client";

import { useLinkStatus } from "next/link";
import styles from "./link-pending.module.css";

/**
 * A light that passes over a link whose page is being fetched. Pages are rendered whole on the server, without
 * a loading state of their own, so this is what tells that a press was heard. The link is its frame.
 */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending ? <span className={styles.light} aria-hidden="true" /> : null;
}
