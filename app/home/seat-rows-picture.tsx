import { useId } from "react";

/** Backs of seats between the buyer and the screen, rim-lit by it. */
export function SeatRowsPicture({ className }: { className?: string | undefined }) {
  const id = useId();
  return (
    <svg className={className} width="100%" height="120" aria-hidden="true">
      <defs>
        <pattern id={`${id}far`} width="62" height="120" patternUnits="userSpaceOnUse">
          <path
            d="M6 120V62a14 14 0 0 1 14-14h22a14 14 0 0 1 14 14v58Z"
            fill="var(--seat-far)"
            stroke="var(--rim)"
            strokeWidth="1.5"
          />
        </pattern>
        <pattern id={`${id}near`} x="-46" width="92" height="120" patternUnits="userSpaceOnUse">
          <path
            d="M7 121V92a18 18 0 0 1 18-18h42a18 18 0 0 1 18 18v29Z"
            fill="var(--seat-near)"
            stroke="var(--rim)"
            strokeOpacity="0.5"
            strokeWidth="1.5"
          />
        </pattern>
      </defs>
      <rect width="100%" height="120" fill={`url(#${id}far)`} />
      <rect width="100%" height="120" fill={`url(#${id}near)`} />
    </svg>
  );
}
