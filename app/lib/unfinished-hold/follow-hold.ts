/** What became of a hold, asked of the server until there is nothing more to wait for. */
import { useEffect, useState } from "react";
import type { HoldState, Outcome } from "#contract/outcomes";
import { ServerClock } from "../live-show/server-clock";
import { get } from "../network/http";
import type { UnfinishedHold } from "./unfinished-hold";

/** While a payment is under way, or nobody answers. */
const ASK_EVERY_MS = 1_000;
/** A payment the server has not heard of by then was never sent. */
const ARRIVES_WITHIN_ASKS = 15;

export interface FollowedHold {
  state: HoldState;
  clock: ServerClock;
  /** Pay was pressed, and the server has nothing of it: not yet, or never. */
  unsent?: "yet" | "ever" | undefined;
}

/** Undefined while nothing is known, or nobody is asked. */
export function useFollowedHold(unfinished: UnfinishedHold | undefined): FollowedHold | undefined {
  const [followed, setFollowed] = useState<FollowedHold & { holdId: string }>();
  const holdId = unfinished?.holdId;
  const paying = unfinished?.paying;
  useEffect(() => {
    if (holdId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let asks = 0;
    const clock = new ServerClock();
    const ask = async () => {
      const askedAt = clock.asking();
      const answer: Outcome<HoldState> | "lost" = await get(`/api/holds/${encodeURIComponent(holdId)}`);
      if (ended) return;
      const next = answer === "lost" || !answer.ok ? ASK_EVERY_MS : show(answer, askedAt);
      if (next !== undefined) timer = setTimeout(ask, next);
    };
    const show = (state: HoldState, askedAt: number): number | undefined => {
      clock.answered(state.serverNow, askedAt);
      asks += 1;
      const isMissing = paying && state.hold !== null && state.payment === null;
      const unsent = isMissing ? (asks < ARRIVES_WITHIN_ASKS ? "yet" : "ever") : undefined;
      setFollowed({ state, clock, holdId, unsent });
      if (state.payment?.state === "under_way" || unsent === "yet") return ASK_EVERY_MS;
      return state.hold ? Math.max(0, state.hold.expiresAt - state.serverNow) + 50 : undefined;
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [holdId, paying]);
  return followed?.holdId === holdId ? followed : undefined;
}
