import { countdownText, HOLD_WARNING_MS } from "../lib/live-show/hold-countdown";
import styles from "./countdown.module.css";

interface CountdownProps {
  /** Milliseconds left, on the server's clock. */
  leftMs: number;
  /** What a full ring stands for. */
  totalMs: number;
  /** Names the countdown for screen readers, such as "Time left to pay". */
  label: string;
}

/**
 * The face of a countdown; whoever renders it ticks. Silent for screen readers but readable on demand: speaking
 * every second would drown the page, so warnings are announced by the page itself.
 */
export function Countdown({ leftMs, totalMs, label }: CountdownProps) {
  const left = Math.max(0, leftMs);
  const face = countdownText(left);
  const share = totalMs > 0 ? Math.min(1, left / totalMs) : 0;
  const state = left === 0 ? "over" : left <= HOLD_WARNING_MS ? "warn" : "calm";
  return (
    <span className={styles.countdown} data-state={state} role="timer" aria-label={`${label}: ${face}`}>
      <svg className={styles.ring} viewBox="0 0 36 36" aria-hidden="true">
        <circle className={styles.track} cx="18" cy="18" r="15.5" pathLength="1" />
        <circle
          className={styles.left}
          cx="18"
          cy="18"
          r="15.5"
          pathLength="1"
          strokeDasharray={`${share} 1`}
        />
      </svg>
      <span className={styles.face} aria-hidden="true">
        {face}
      </span>
    </span>
  );
}
