/** One headlight, no station, someone waiting. */
export function PlatformScene({ id }: { id: string }) {
  return (
    <>
      <defs>
        <radialGradient id={`${id}fog`} cx="0.5" cy="0.4" r="0.7">
          <stop offset="0" stopColor="color-mix(in oklab, var(--bright), var(--deep) 35%)" />
          <stop offset="0.5" stopColor="color-mix(in oklab, var(--bright), var(--deep) 80%)" />
          <stop offset="1" stopColor="var(--deep)" />
        </radialGradient>
        <radialGradient id={`${id}lamp`} cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#fff" />
          <stop offset="0.2" stopColor="var(--glare)" />
          <stop offset="1" stopColor="var(--bright)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}rail`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glare)" />
          <stop offset="1" stopColor="var(--bright)" stopOpacity="0.15" />
        </linearGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}fog)`} />
      <path d="M-10 0h52l34 132-86 40ZM210 0h-52l-34 132 86 40Z" fill="var(--black)" opacity="0.55" />
      <path
        d="M20 0v170M180 0v170M50 40v110M150 40v110"
        stroke="var(--black)"
        strokeWidth="5"
        opacity="0.7"
      />
      <path d="M100 130 L-30 300 H230 Z" fill="var(--black)" opacity="0.72" />
      <g stroke="var(--black)" strokeWidth="4">
        <path d="M82 156h36M74 172h52M62 194h76M46 222h108M22 260h156" />
      </g>
      <path d="M95 132 L40 300 M105 132 L160 300" stroke={`url(#${id}rail)`} strokeWidth="3" />
      <path d="M100 118 L-40 250 V300 H240 V250 Z" fill="var(--bright)" opacity="0.13" />
      <rect x="76" y="84" width="48" height="58" rx="10" fill="var(--black)" />
      <rect x="83" y="92" width="14" height="14" rx="3" fill="var(--bright)" opacity="0.5" />
      <rect x="103" y="92" width="14" height="14" rx="3" fill="var(--bright)" opacity="0.5" />
      <circle cx="100" cy="122" r="58" fill={`url(#${id}lamp)`} />
      <circle cx="100" cy="122" r="7" fill="#fff" />
      <path d="M-5 300v-52l70 8v44Z" fill="var(--black)" />
      <g fill="var(--black)">
        <circle cx="42" cy="186" r="8" />
        <path d="M31 258c-2-30-2-60 11-60s13 30 11 60Z" />
        <path d="M52 226h12v22H52Z" />
      </g>
    </>
  );
}
