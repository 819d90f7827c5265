/** A robot with pomelo halves for eyes. */
const SEGMENTS = Array.from({ length: 8 }, (_, index) => index * 45);
const RAYS = Array.from({ length: 18 }, (_, index) => index * 20);

export function RobotScene({ id }: { id: string }) {
  return (
    <>
      <defs>
        <radialGradient id={`${id}wall`} cx="0.5" cy="0.5" r="0.75">
          <stop offset="0" stopColor="color-mix(in oklab, var(--bright), var(--deep) 30%)" />
          <stop offset="1" stopColor="var(--deep)" />
        </radialGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}wall)`} />
      <g fill="var(--bright)" opacity="0.2">
        {RAYS.map((turn) => (
          <path key={turn} d="M100 150 L88 -120 H112 Z" transform={`rotate(${turn} 100 150)`} />
        ))}
      </g>
      <path d="M100 78V46" stroke="var(--black)" strokeWidth="5" />
      <path
        d="M100 46c-4-20 10-32 32-32 0 22-12 34-32 32Z"
        fill="var(--bright)"
        stroke="var(--black)"
        strokeWidth="4"
      />
      <rect x="22" y="134" width="14" height="44" rx="6" fill="var(--black)" />
      <rect x="164" y="134" width="14" height="44" rx="6" fill="var(--black)" />
      <rect
        x="34"
        y="78"
        width="132"
        height="140"
        rx="30"
        fill="var(--glare)"
        stroke="var(--black)"
        strokeWidth="5"
      />
      <Pomelo x={70} y={134} />
      <Pomelo x={130} y={134} />
      <path d="M66 184h68a34 22 0 0 1-68 0Z" fill="var(--black)" />
      <path d="M82 185v17M100 185v20M118 185v17" stroke="var(--bright)" strokeWidth="3" />
      <path d="M76 218h48v16H76Z" fill="var(--black)" />
      <path
        d="M28 300c0-44 20-66 50-66h44c30 0 50 22 50 66Z"
        fill="var(--deep)"
        stroke="var(--black)"
        strokeWidth="5"
      />
      <path d="M68 252c12 10 52 10 64 0v48H68Z" fill="var(--glare)" stroke="var(--black)" strokeWidth="4" />
      <path d="M84 274h32M84 286h32" stroke="var(--dusk)" strokeWidth="4" strokeLinecap="round" />
    </>
  );
}

function Pomelo({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="25" fill="var(--bright)" stroke="var(--black)" strokeWidth="4" />
      <circle r="19" fill="var(--glare)" />
      <g fill="color-mix(in oklab, var(--bright), #ff7d8e 62%)">
        {SEGMENTS.map((turn) => (
          <path key={turn} d="M0-3 L-5.5-14 Q0-19 5.5-14 Z" transform={`rotate(${turn})`} />
        ))}
      </g>
      <circle r="6" fill="var(--black)" />
      <circle cx="2" cy="-2" r="2" fill="var(--glare)" />
    </g>
  );
}
