/** A small boat, and a radio voice from behind the horizon. */
export function SaltWindScene({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--deep)" />
          <stop offset="0.7" stopColor="var(--bright)" />
        </linearGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}sky)`} />
      <g fill="none" stroke="var(--glare)" strokeWidth="2">
        <circle cx="128" cy="168" r="30" opacity="0.9" />
        <circle cx="128" cy="168" r="52" opacity="0.6" />
        <circle cx="128" cy="168" r="78" opacity="0.42" />
        <circle cx="128" cy="168" r="108" opacity="0.28" />
        <circle cx="128" cy="168" r="144" opacity="0.18" />
      </g>
      <circle cx="128" cy="168" r="14" fill="var(--glare)" />
      <path
        d="M0 176q25-10 50 0t50 0 50 0 50 0v124H0Z"
        fill="color-mix(in oklab, var(--bright), var(--deep) 45%)"
      />
      <g>
        <path d="M70 104v88M70 108l-34 72h34Z" fill="var(--black)" stroke="var(--black)" strokeWidth="2.5" />
        <path d="M75 116c26 14 34 40 34 64H75Z" fill="var(--glare)" />
        <path d="M28 190h96c-6 18-14 26-26 26H54c-12 0-20-8-26-26Z" fill="var(--black)" />
      </g>
      <path
        d="M0 208q25-12 50 0t50 0 50 0 50 0v92H0Z"
        fill="color-mix(in oklab, var(--bright), var(--deep) 70%)"
      />
      <path d="M-20 238q30-15 60 0t60 0 60 0 60 0v62H-20Z" fill="var(--deep)" />
      <path d="M0 268q25-12 50 0t50 0 50 0 50 0v32H0Z" fill="var(--night)" />
      <path
        d="M14 228q12-6 24 0M118 226q14-7 28 0M60 256q14-7 28 0M150 258q12-6 24 0M20 284q12-6 24 0M110 282q14-7 28 0"
        stroke="var(--glare)"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
        opacity="0.7"
      />
    </>
  );
}
