/** While a page shows a hold it remembers it for the others; what ends before the buyer's eyes is forgotten. */
import type { ShowDetails } from "#contract/shows";
import type { ShowStore } from "../live-show/show-store";
import { forgetHold, rememberHold, shownHere, unfinishedHold } from "./unfinished-hold";

export function rememberHolds(show: ShowDetails, store: ShowStore): () => void {
  const stop = store.holds.subscribe(() => {
    const hold = store.holds.get().at(-1);
    const known = unfinishedHold.get();
    const seen = shownHere.get();
    shownHere.set(hold?.id);
    if (hold) {
      const { id: holdId, showId, seats, expiresAt } = hold;
      const paying = known?.holdId === holdId && known.paying;
      rememberHold({ holdId, showId, seats, expiresAt, paying, title: show.movie.title });
    } else if (seen !== undefined && !known?.paying) forgetHold(seen);
  });
  return () => {
    stop();
    shownHere.set(undefined);
  };
}
