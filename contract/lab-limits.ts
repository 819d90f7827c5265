/** How large races and games may be. Kept apart from the schemas, so that a page can know it without zod. */
export const RACE_LIMITS = {
  minBuyers: 2,
  maxBuyers: 500,
  maxThinkMs: 2_000,
  maxInstances: 5,
  maxPoolSize: 30,
  /** Instances times pool size: a Postgres with default settings admits 100 connections in all. */
  maxConnections: 60,
  /** A race that has not ended by then is stopped and reported as it stands. */
  maxRaceMs: 60_000,
  maxQueued: 50,
  /** Of those, races of one address: a class shares the line with others. */
  maxPerAddress: 10,
  /** Steps kept per race; what is left out is counted in `stepsLeftOut`. */
  maxSteps: 20_000,
  /** Steps told in one answer or message. */
  stepsPerPage: 500,
} as const;

export const GAME_LIMITS = {
  maxMoves: 60,
  maxGames: 4,
  maxPerAddress: 3,
  /** Without a press. */
  idleMs: 300_000,
  /** Until its player's page has connected for the first time, over whatever network. */
  arriveMs: 30_000,
  /** Without a connection of its player: long enough to come back after a lost one, and no longer. */
  awayMs: 5_000,
} as const;
