import type { ReactNode } from "react";
import styles from "./skip-link.module.css";

export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a href="#content" className={styles.skip}>
      {children}
    </a>
  );
}
