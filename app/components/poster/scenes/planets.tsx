/** A folded solar system: flat facets, one crease of light each. */
export function PlanetsScene({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}space`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--deep)" />
          <stop offset="1" stopColor="var(--black)" />
        </linearGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}space)`} />
      <g fill="none" stroke="var(--bright)" strokeOpacity="0.45" strokeDasharray="2 5" strokeLinecap="round">
        <ellipse cx="100" cy="150" rx="150" ry="58" transform="rotate(-24 100 150)" />
        <ellipse cx="100" cy="150" rx="112" ry="112" />
        <ellipse cx="100" cy="150" rx="178" ry="150" />
      </g>
      <PaperPlanet x={100} y={150} size={62} />
      <path
        d="M8 190 L192 96 L200 106 L150 132 L156 150 L52 204 L40 192 L14 200 Z"
        fill="var(--glare)"
        opacity="0.92"
      />
      <path d="M8 190 L192 96 L150 132 L40 192 Z" fill="var(--bright)" opacity="0.55" />
      <PaperPlanet x={36} y={62} size={22} turn={20} />
      <PaperPlanet x={166} y={232} size={28} turn={70} />
      <PaperPlanet x={170} y={44} size={11} turn={40} />
      <PaperPlanet x={38} y={258} size={13} turn={10} />
      <g fill="var(--glare)">
        <path d="M90 30l3 7 7 3-7 3-3 7-3-7-7-3 7-3ZM184 160l2 5 5 2-5 2-2 5-2-5-5-2 5-2ZM96 272l2 5 5 2-5 2-2 5-2-5-5-2 5-2ZM14 128l2 4 4 2-4 2-2 4-2-4-4-2 4-2Z" />
      </g>
    </>
  );
}

function PaperPlanet({ x, y, size, turn = 0 }: { x: number; y: number; size: number; turn?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 60}) rotate(${turn})`}>
      <path d="M0-60 L42-42 L60 0 L42 42 L0 60 L-42 42 L-60 0 L-42-42 Z" fill="var(--bright)" />
      <path d="M0-60 L-42-42 L-60 0 L0-14 Z" fill="var(--glare)" />
      <path d="M0-60 L42-42 L0-14 Z" fill="color-mix(in oklab, var(--bright) 70%, var(--glare))" />
      <path d="M60 0 L42 42 L0-14 Z" fill="color-mix(in oklab, var(--bright) 70%, var(--deep))" />
      <path d="M42 42 L0 60 L0-14 Z" fill="color-mix(in oklab, var(--bright) 45%, var(--deep))" />
      <path d="M0 60 L-42 42 L0-14 Z" fill="color-mix(in oklab, var(--bright) 62%, var(--deep))" />
    </g>
  );
}
