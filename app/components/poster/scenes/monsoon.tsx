/** Two umbrellas under a sky that has finally made up its mind. */
const DROPS = Array.from({ length: 46 }, (_, index) => ({
  x: ((index * 53) % 230) - 5,
  y: ((index * 97) % 250) - 30,
  length: 16 + ((index * 31) % 26),
}));

export function MonsoonScene({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="color-mix(in oklab, var(--bright), #0a0f1c 62%)" />
          <stop offset="0.62" stopColor="var(--bright)" />
          <stop offset="1" stopColor="var(--deep)" />
        </linearGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}sky)`} />
      <g stroke="var(--glare)" strokeWidth="1.6" strokeLinecap="round" opacity="0.55">
        {DROPS.map(({ x, y, length }) => (
          <path key={`${x} ${y}`} d={`M${x} ${y}l${-length * 0.24} ${length}`} />
        ))}
      </g>
      <path d="M0 236q50-12 100 0t100-4v68H0Z" fill="var(--deep)" />
      <path d="M0 258q60-14 110 0t90-6v48H0Z" fill="var(--black)" opacity="0.6" />
      <g fill="var(--black)">
        <path d="M66 176c4-8 20-8 24 0l8 74H60Z" />
        <circle cx="78" cy="164" r="10" />
        <path d="M112 180c4-8 18-8 22 0l12 70h-44Z" />
        <circle cx="122" cy="169" r="9" />
      </g>
      <path d="M92 196q10 8 20 0" stroke="var(--black)" strokeWidth="5" fill="none" />
      <path d="M70 112v84" stroke="var(--black)" strokeWidth="3" />
      <path
        d="M8 146c4-40 30-62 62-62s58 22 62 62c-8-9-16-9-24 0-8-9-16-9-25 0-9-9-17-9-26 0-8-9-16-9-25 0-8-9-16-9-24 0Z"
        fill="#f4503f"
      />
      <path
        d="M70 84c-14 14-20 36-19 62 9-9 17-9 26 0 9-9 17-9 26 0-1-26-12-50-33-62Z"
        fill="#000"
        opacity="0.16"
      />
      <path d="M132 132v66" stroke="var(--black)" strokeWidth="3" />
      <path
        d="M88 156c3-30 20-46 44-46s42 16 46 46c-7-7-13-7-19 0-7-7-12-7-18 0-7-7-13-7-19 0-6-7-12-7-17 0-6-7-11-7-17 0Z"
        fill="var(--glare)"
      />
      <path d="M132 110c-8 12-12 28-10 46 6-7 12-7 19 0 1-18-2-34-9-46Z" fill="var(--bright)" opacity="0.5" />
      <g fill="none" stroke="var(--bright)" strokeWidth="1.5" opacity="0.8">
        <ellipse cx="46" cy="276" rx="20" ry="4" />
        <ellipse cx="150" cy="268" rx="26" ry="5" />
        <ellipse cx="104" cy="288" rx="14" ry="3" />
      </g>
    </>
  );
}
