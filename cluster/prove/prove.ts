/**
 * Buyers buy through HAProxy while parts of the cluster are killed, frozen, cut off and switched over in an order that a
 * seed decides. The verdict is read from the Postgres that is the primary in the end, and held against what every buyer
 * was told.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "#testing/random";
import type { Cluster } from "../cluster";
import { type Answered, type Buyers, sendBuyers } from "./buyers";
import { FAULTS, type Fault, untilWhole } from "./faults";
import { type Judgement, judge, readClock } from "./judge";
import { readShows } from "./shows";

const BUYERS = 24;
/** So many sales after a fault was struck, and selling has resumed. */
const SALES_AGAIN = 10;
const RESUMES_WITHIN_MS = 300_000;

export interface ProveOptions {
  seed: number;
  /** Faults by name; each of them once without it. */
  faults?: readonly Fault[];
  /** Goes round again until then. */
  minutes?: number | undefined;
  onProgress?: (line: string) => void;
}

export interface FaultReport {
  fault: string;
  /** Since the first buyer. */
  struckAfterMs: number;
  lastedMs: number;
  /** The longest time without an acknowledged sale. */
  pauseMs: number;
  /** The longest time in which one buyer heard nothing final. */
  buyerPauseMs: number;
  /** By what was heard: `ok`, codes, `nothing`. */
  answers: Record<string, number>;
  acknowledged: number;
  lost: number;
}

export interface Proof extends Judgement {
  faults: FaultReport[];
  acknowledged: number;
  /** What a buyer must never hear. */
  unheardOf: Record<string, number>;
}

export async function prove(cluster: Cluster, options: ProveOptions): Promise<Proof> {
  const { seed, faults = FAULTS, minutes = 0, onProgress = () => {} } = options;
  const random = new Random(seed);
  const since = await readClock(cluster.superuserUrl);
  const buyers = await sendBuyers({
    url: cluster.url,
    count: BUYERS,
    seed,
    shows: await readShows(cluster.url),
  });
  const startedAtMs = performance.now();
  const struck: { fault: string; fromMs: number; toMs: number }[] = [];
  const deadline = startedAtMs + minutes * 60_000;
  do {
    for (const fault of shuffled(faults, random)) {
      await untilWhole(cluster);
      await untilSelling(buyers, "before the fault");
      await delay(random.below(1_000));
      onProgress(fault.name);
      const fromMs = performance.now();
      const mend = await fault.strike(cluster, random);
      await untilSelling(buyers, `after: ${fault.name}`);
      await mend();
      await untilWhole(cluster);
      await untilSelling(buyers, `after mending: ${fault.name}`);
      struck.push({ fault: fault.name, fromMs, toMs: performance.now() });
    }
  } while (performance.now() < deadline);
  await buyers.goHome();
  const judgement = await judge(cluster.superuserUrl, since, buyers.history());
  return {
    ...judgement,
    acknowledged: buyers.sales(),
    unheardOf: countAnswers(buyers.answers.filter(({ answer }) => answer === "error page")),
    faults: struck.map(({ fault, fromMs, toMs }) => {
      const within = ({ atMs }: { atMs: number }) => atMs >= fromMs && atMs < toMs;
      const heard = buyers.answers.filter(within);
      return {
        fault,
        struckAfterMs: fromMs - startedAtMs,
        lastedMs: toMs - fromMs,
        pauseMs: longestPause(
          buyers.answers.filter(({ sale }) => sale),
          fromMs,
          toMs,
        ),
        buyerPauseMs: longestOfOne(buyers.answers, fromMs, toMs),
        answers: countAnswers(heard),
        acknowledged: heard.filter(({ sale }) => sale).length,
        lost: judgement.lost.filter(({ answeredAtMs }) => within({ atMs: answeredAtMs })).length,
      };
    }),
  };
}

async function untilSelling(buyers: Buyers, when: string): Promise<void> {
  const enough = buyers.sales() + SALES_AGAIN;
  const deadline = performance.now() + RESUMES_WITHIN_MS;
  while (buyers.sales() < enough) {
    if (performance.now() > deadline) throw new Error(`selling did not resume ${when}`);
    await delay(20);
  }
}

function longestPause(sold: { atMs: number }[], fromMs: number, toMs: number): number {
  const before = sold.findLast(({ atMs }) => atMs < fromMs)?.atMs ?? fromMs;
  const times = [before, ...sold.map(({ atMs }) => atMs).filter((atMs) => atMs >= fromMs && atMs < toMs)];
  return Math.max(0, ...times.map((atMs, at) => atMs - (times[at - 1] ?? atMs)));
}

function longestOfOne(answers: readonly Answered[], fromMs: number, toMs: number): number {
  const names = new Set(answers.map(({ buyer }) => buyer));
  const final = answers.filter(({ answer }) => !["nothing", "pending", "unavailable"].includes(answer));
  return Math.max(
    0,
    ...[...names].map((name) =>
      longestPause(
        final.filter(({ buyer }) => buyer === name),
        fromMs,
        toMs,
      ),
    ),
  );
}

function countAnswers(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answer } of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}
