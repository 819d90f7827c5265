/**
 * Which moves may come next, so that playing all of them plays every schedule there is to play: every order of the
 * buyers' steps; and, with processes frozen and woken and locks left to lapse, every schedule in which whoever is at
 * work is interrupted at most so many times. (Bounding the interruptions is what Musuvathi and Qadeer's CHESS does:
 * most races show with two of them.)
 */

/** A capital letter is a step of that buyer, its small letter freezes or wakes it, "." waits for locks to lapse. */
export type Move = string;

export interface StandingBuyer {
  name: string;
  phase: "waiting" | "blocked" | "frozen" | "finished";
  /** It is about to ask again for what it was just refused. */
  retries: boolean;
}

export interface Standing {
  buyers: readonly StandingBuyer[];
  /** There is a lock that a short wait may take away. */
  lockHeld: boolean;
}

export interface PlayedMove {
  move: Move;
  before: Standing;
  after: Standing;
}

/** `interruptions`: of a schedule with a freeze or a lapse; with none allowed there is only the order of the steps. */
export function nextMoves(
  played: readonly PlayedMove[],
  now: Standing,
  limits: { interruptions: number },
): Move[] {
  if (now.buyers.every(({ phase }) => phase === "finished")) return [];
  const { atWork, interruptions, disturbed } = historyOf(played);
  const lastMove = played.at(-1)?.move;
  const canGoOn = ableToGoOn(now, played);
  const left = limits.interruptions - interruptions;
  const cost = (move: Move) => Number(interrupts(move, atWork, canGoOn));

  const steps = canGoOn.filter((name) => !disturbed || cost(name) <= left);
  // Whoever is at work first: the first schedule played is the one without an interruption.
  steps.sort((one, other) => cost(one) - cost(other));
  const mayLapse = now.lockHeld && lastMove !== ".";
  const lapse = mayLapse && limits.interruptions > 0 && cost(".") <= left ? ["."] : [];
  const freezes = canGoOn
    // Frozen where it has just come to; to freeze it there later makes no difference to anyone.
    .filter((name) => name === lastMove || played.length === 0)
    // And so that something can happen meanwhile.
    .filter(() => left > 0 && (canGoOn.length > 1 || mayLapse))
    .map((name) => name.toLowerCase());
  const wakes = now.buyers.filter(({ phase }) => phase === "frozen").map(({ name }) => name.toLowerCase());

  const moves = [...steps, ...wakes.filter((wake) => wake !== lastMove), ...freezes, ...lapse];
  // When nobody can go on, time can help, or whoever was frozen.
  if (moves.length > 0) return moves;
  return mayLapse ? ["."] : wakes;
}

/** What a schedule amounts to so far. */
function historyOf(played: readonly PlayedMove[]) {
  let atWork: string | null = null;
  let interruptions = 0;
  let disturbed = false;
  for (const [index, { move, before }] of played.entries()) {
    const buyer = before.buyers.find(({ name }) => name === move.toUpperCase());
    const isStep = move === buyer?.name;
    const isWake = !isStep && buyer?.phase === "frozen";
    if (!isStep) disturbed = true;
    if (isWake) continue;
    if (interrupts(move, atWork, ableToGoOn(before, played.slice(0, index)))) interruptions += 1;
    atWork = isStep ? move : null;
  }
  return { atWork, interruptions, disturbed };
}

/** A freeze always does; a step of another, or waiting, if whoever was at work could have gone on. */
function interrupts(move: Move, atWork: string | null, canGoOn: readonly string[]): boolean {
  if (move !== "." && move === move.toLowerCase()) return true;
  return atWork !== null && atWork !== move && canGoOn.includes(atWork);
}

/** Those who stand before a step, and whose step is not a question that was just answered. */
function ableToGoOn(now: Standing, played: readonly PlayedMove[]): string[] {
  return now.buyers
    .filter(({ name, phase, retries }) => phase === "waiting" && !(retries && nothingNewSince(name, played)))
    .map(({ name }) => name);
}

/** Since its last step nothing has happened that could change the answer it was given. */
function nothingNewSince(name: string, played: readonly PlayedMove[]): boolean {
  const since = played.slice(played.findLastIndex(({ move }) => move === name) + 1);
  return !since.some(
    ({ move, after }) => move === "." || after.buyers.some((buyer) => buyer.name === move && !buyer.retries),
  );
}
