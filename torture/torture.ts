/** Rounds until the time is up; each with a seed of its own that follows from the first. */
import type pg from "pg";
import { openCinema } from "./cinema";
import type { Fault } from "./faults";
import { watchLag } from "./lag";
import { type Round, runRound } from "./round";

export interface TortureOptions {
  seed: number;
  /** No round is begun after that. */
  durationMs: number;
  healedWithinMs: number;
  /** The faults of each round, instead of those that the seed chooses; there are no rounds after them. */
  plan?: Fault[][];
  /** No round is begun after one in which something was wrong. */
  untilWrong?: boolean;
  onRound?: (round: Round, number: number) => void;
}

export async function torture(options: TortureOptions): Promise<Round[]> {
  const { seed, durationMs, plan, healedWithinMs } = options;
  const cinema = await openCinema();
  const lag = watchLag();
  const rounds: Round[] = [];
  const deadline = performance.now() + durationMs;
  try {
    while (plan ? rounds.length < plan.length : rounds.length === 0 || performance.now() < deadline) {
      const number = rounds.length;
      const faults = plan?.[number];
      const showId = `torture-${number + 1}`;
      await openShow(cinema.sql, showId);
      const round = await runRound(cinema, {
        seed: seed * 1_000 + number,
        showId,
        lag,
        healedWithinMs,
        ...(faults && { faults }),
      });
      rounds.push(round);
      options.onRound?.(round, number + 1);
      if (options.untilWrong && round.wrong.length > 0) break;
    }
  } finally {
    lag.stop();
    const wrong = await cinema.close();
    if (wrong.length > 0) rounds.at(-1)?.wrong.push(...wrong);
  }
  return rounds;
}

/** A show with nothing sold: the demonstration show under another name. */
async function openShow(sql: pg.Pool, showId: string): Promise<void> {
  for (const table of ["shows", "seats"]) {
    await sql.query(
      `INSERT INTO ${table}
       SELECT (jsonb_populate_record(original, jsonb_build_object('show_id', $1::text))).*
       FROM ${table} original WHERE show_id = 'demo'`,
      [showId],
    );
  }
}
