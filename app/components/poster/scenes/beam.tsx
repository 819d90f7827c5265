/** For a movie we have no scene of: a projector's beam, cut by circles that follow from its id. */
export function BeamScene({ id, seed }: { id: string; seed: string }) {
  const discs = discsOf(seed);
  return (
    <>
      <defs>
        <linearGradient id={`${id}room`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--deep)" />
          <stop offset="1" stopColor="var(--black)" />
        </linearGradient>
      </defs>
      <rect width="200" height="300" fill={`url(#${id}room)`} />
      <path d="M24 300 L200 30 V190 Z" fill="var(--bright)" opacity="0.35" />
      <path d="M24 300 L200 70 V140 Z" fill="var(--glare)" opacity="0.4" />
      {discs.map((disc) => (
        <g key={`${disc.x} ${disc.y}`} fill="none" stroke="var(--bright)" opacity={disc.strength}>
          <circle cx={disc.x} cy={disc.y} r={disc.radius} strokeWidth={disc.radius / 5} />
          <circle cx={disc.x} cy={disc.y} r={disc.radius / 2.4} fill="var(--glare)" stroke="none" />
        </g>
      ))}
      <circle cx="24" cy="300" r="30" fill="var(--black)" />
    </>
  );
}

function discsOf(seed: string) {
  let state = 7;
  for (const letter of seed) state = (state * 31 + letter.charCodeAt(0)) % 9973;
  const next = (range: number) => {
    state = (state * 137 + 71) % 9973;
    return state % range;
  };
  return Array.from({ length: 5 }, () => ({
    x: 20 + next(160),
    y: 24 + next(220),
    radius: 10 + next(38),
    strength: 0.3 + next(60) / 100,
  }));
}
