import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  kicker?: string;
  title: string;
  text: string;
  children?: ReactNode;
}

/** A dark screen and rows of empty seats, one of them lit: for whatever is not there. */
export function EmptyState({ kicker, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <svg className={styles.picture} viewBox="0 0 320 150" aria-hidden="true">
        <path d="M60 8 Q160 20 260 8 L248 62 Q160 70 72 62 Z" fill="var(--screen)" opacity="0.9" />
        <path d="M72 62 Q160 70 248 62 L316 150 H4 Z" fill="var(--screen-glow)" />
        <g fill="var(--seat-sold-fill)" stroke="var(--line-strong)" strokeWidth="1.5">
          {ROWS.map(({ y, count, size }) =>
            Array.from({ length: count }, (_, place) => {
              const x = 160 + (place - (count - 1) / 2) * size * 1.25 - size / 2;
              return <path key={`${x} ${y}`} d={seatPath(x, y, size)} />;
            }),
          )}
        </g>
        <path d={seatPath(146, 118, 28)} fill="var(--lamp)" stroke="var(--lamp-ink)" strokeWidth="1.5" />
      </svg>
      {kicker && <p className={styles.kicker}>{kicker}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

const ROWS = [
  { y: 78, count: 9, size: 18 },
  { y: 96, count: 9, size: 22 },
  { y: 118, count: 9, size: 28 },
];

function seatPath(x: number, y: number, size: number): string {
  const bend = size * 0.28;
  return `M${x} ${y + size}V${y + bend}a${bend} ${bend} 0 0 1 ${bend} ${-bend}h${size - 2 * bend}a${bend} ${bend} 0 0 1 ${bend} ${bend}v${size - bend}Z`;
}
