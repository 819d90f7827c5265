import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { VisuallyHidden } from "./visually-hidden";

interface BadgeProps {
  children: ReactNode;
  tone?: "plain" | "warning" | "good" | "bad";
  /** Said instead of the short form on the badge. */
  label?: string;
  title?: string | undefined;
}

export function Badge({ children, tone = "plain", label, title }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      {label ? (
        <>
          <VisuallyHidden>{title ? `${label}, ${title}` : label}</VisuallyHidden>
          <span aria-hidden="true">{children}</span>
        </>
      ) : (
        children
      )}
    </span>
  );
}
