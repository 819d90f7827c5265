/** A lit lantern in front of a street of smaller ones. */
export function LanternScene({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--black)" />
          <stop offset="1" stopColor="var(--deep)" />
        </linearGradient>
        <radialGradient id={`${id}glow`} cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="var(--bright)" stopOpacity="0.85" />
          <stop offset="0.45" stopColor="var(--bright)" stopOpacity="0.28" />
          <stop offset="1" stopColor="var(--bright)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}silk`} cx="0.5" cy="0.55" r="0.62">
          <stop offset="0" stopColor="var(--glare)" />
          <stop offset="0.5" stopColor="var(--bright)" />
          <stop offset="1" stopColor="var(--dusk)" />
        </radialGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}sky)`} />
      <path d="M-5 46Q60 74 205 30M-5 92Q110 116 205 70" stroke="var(--dusk)" strokeWidth="1" fill="none" />
      <SmallLantern x={32} y={58} size={9} />
      <SmallLantern x={76} y={61} size={7} />
      <SmallLantern x={168} y={41} size={8} />
      <SmallLantern x={20} y={97} size={13} />
      <SmallLantern x={182} y={79} size={14} />
      <circle cx="100" cy="158" r="128" fill={`url(#${id}glow)`} />
      <path d="M100 0V96" stroke="var(--black)" strokeWidth="2" />
      <path d="M82 96h36l6 10H76Z" fill="var(--black)" />
      <path d="M76 106C34 124 34 196 76 214h48c42-18 42-90 0-108Z" fill={`url(#${id}silk)`} />
      <path
        d="M88 106c-16 22-16 86 0 108M112 106c16 22 16 86 0 108M100 106v108M62 114c-22 28-22 64 0 92M138 114c22 28 22 64 0 92"
        stroke="var(--deep)"
        strokeOpacity="0.55"
        strokeWidth="1.4"
        fill="none"
      />
      <path d="M76 214h48l-5 10H81Z" fill="var(--black)" />
      <path d="M100 224v18M94 242h12l4 34H90Z" stroke="var(--black)" strokeWidth="2" fill="var(--dusk)" />
      <path d="M95 246l-1 28M100 246v28M105 246l1 28" stroke="var(--black)" strokeWidth="1" />
      <path d="M0 300v-34l22-10 16 12 26-8 14 14h44l14-12 24 8 18-14 22 12v32Z" fill="var(--black)" />
    </>
  );
}

function SmallLantern({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 10})`}>
      <circle r="20" fill="var(--bright)" opacity="0.14" />
      <path d="M-4-8h8c8 3 8 13 0 16h-8c-8-3-8-13 0-16Z" fill="var(--bright)" opacity="0.9" />
      <path d="M0 8v8" stroke="var(--bright)" strokeWidth="1.5" opacity="0.7" />
    </g>
  );
}
