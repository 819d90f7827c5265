/** Two heads above one seat, in front of a screen the colour of an alarm. */
export function RowAScene({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}room`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--deep)" />
          <stop offset="1" stopColor="var(--black)" />
        </linearGradient>
        <radialGradient id={`${id}moon`} cx="0.5" cy="0.4" r="0.6">
          <stop offset="0" stopColor="var(--glare)" />
          <stop offset="0.35" stopColor="var(--bright)" />
          <stop offset="1" stopColor="color-mix(in oklab, var(--bright), var(--deep) 55%)" />
        </radialGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}room)`} />
      <path d="M100 20 L250 300 H-50 Z" fill="var(--bright)" opacity="0.09" />
      <circle cx="100" cy="118" r="78" fill={`url(#${id}moon)`} />
      <path d="M94 82 L100 118 V56" stroke="var(--black)" strokeWidth="5" strokeLinecap="round" fill="none" />
      <circle cx="100" cy="118" r="6" fill="var(--black)" />
      <g fill="var(--black)">
        <circle cx="86" cy="196" r="17" />
        <circle cx="117" cy="191" r="18" />
        <path d="M58 262c0-30 14-46 30-46 8 0 12 3 15 7 4-6 10-10 18-10 17 0 28 18 28 49Z" />
      </g>
      <g fill="color-mix(in oklab, var(--black), var(--bright) 34%)">
        <Seat x={-14} />
        <Seat x={132} />
      </g>
      <g fill="color-mix(in oklab, var(--bright), var(--deep) 30%)">
        <Seat x={59} />
      </g>
      <rect y="290" width="200" height="10" fill="var(--black)" />
      <text
        x="100"
        y="278"
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontWeight="800"
        fontSize="20"
        fill="var(--glare)"
      >
        A1
      </text>
    </>
  );
}

function Seat({ x }: { x: number }) {
  return <path d={`M${x} 300v-44a18 18 0 0 1 18-18h46a18 18 0 0 1 18 18v44Z`} />;
}
