import { RACED_SEAT } from "../setup/race-setup";
import styles from "./big-seat.module.css";

/** Behind the seat lies one ticket for everyone who has one: a pile where there should be a single one. */
export function BigSeat({ claims }: { claims: number }) {
  const tickets = Math.min(claims, 9);
  const state = claims === 0 ? "free" : claims === 1 ? "once" : "many";
  return (
    <svg className={styles.seat} data-state={state} viewBox="0 0 150 140" aria-hidden="true">
      <g className={styles.tickets}>
        {Array.from({ length: tickets }, (_, index) => {
          const angle = (index - (tickets - 1) / 2) * 13;
          return (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: tickets are alike.
              key={index}
              d="M58 4h34v16a5 5 0 0 0 0 10v16H58V30a5 5 0 0 0 0-10Z"
              transform={`rotate(${angle} 75 110)`}
            />
          );
        })}
      </g>
      <path className={styles.back} d="M38 96V58a18 18 0 0 1 18-18h38a18 18 0 0 1 18 18v38" />
      <path
        className={styles.cushion}
        d="M30 88a10 10 0 0 1 10-10h70a10 10 0 0 1 10 10v22a12 12 0 0 1-12 12H42a12 12 0 0 1-12-12Z"
      />
      <text className={styles.label} x="75" y="69" textAnchor="middle">
        {RACED_SEAT}
      </text>
      {claims > 1 && (
        <text className={styles.times} x="75" y="110" textAnchor="middle">
          ×{claims}
        </text>
      )}
    </svg>
  );
}
