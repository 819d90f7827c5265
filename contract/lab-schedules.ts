/**
 * What `npm run schedules` found: how many schedules of each strategy were played, how many sell the seat twice, and
 * the shortest of those. It is written into app/lab/scheduler/schedules.json, from which the game and
 * docs/schedules.md are made.
 */
import { z } from "zod";
import { STRATEGY_IDS } from "./lab-strategies";

/** Of which commit, on which servers, when. */
export const circumstances = z.object({
  commit: z.string(),
  date: z.string(),
  /** Versions by name. */
  servers: z.record(z.string(), z.string()),
});
export type Circumstances = z.infer<typeof circumstances>;

/** One search: every schedule of so many buyers, interrupted at most so often; not at all is every order of steps. */
export const searchedSchedules = z.object({
  strategy: z.enum(STRATEGY_IDS),
  buyers: z.int(),
  interruptions: z.int(),
  schedules: z.int(),
  /** Every schedule there is was played; otherwise the first so many of more. */
  complete: z.boolean(),
  soldTwice: z.int(),
  soldToNobody: z.int(),
  /** The fewest moves after which the ledger has two sales, as the game plays them. */
  shortest: z.string().nullable(),
  /** The most moves a schedule took. */
  longest: z.int(),
  ...circumstances.shape,
});
export type SearchedSchedules = z.infer<typeof searchedSchedules>;
