import type { ReactNode } from "react";
import styles from "./notice.module.css";

export type Tone = "note" | "warning" | "good" | "bad";

interface NoticeProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/**
 * A sentence that needs to be seen: an inline banner, told apart by its sign as well as its colour. To have it
 * spoken when it comes, put it into an element with a role of its own that was there before.
 */
export function Notice({ tone = "note", title, children, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[tone]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <div className={styles.words}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

const SIGNS: Record<Tone, string> = {
  note: "M12 11v6M12 7.5v.01M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0",
  warning: "M12 9v5M12 17.5v.01M12 3.5 2.5 20h19Z",
  good: "M7.5 12.5l3 3 6-7M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0",
  bad: "M8.5 8.5l7 7M15.5 8.5l-7 7M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0",
};
