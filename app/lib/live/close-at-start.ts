import { salesEndAt } from "#contract/shows";
import type { LiveShow } from "./live-show";

/** A timer of days would not survive a laptop's sleep. */
const LOOK_AGAIN_MS = 60_000;

/** Takes the free seats off the page when the show begins by the server's clock. */
export function closeAtStart(show: Parameters<typeof salesEndAt>[0], live: LiveShow): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const leftMs = live.clock.remainingMs(salesEndAt(show));
    if (leftMs === 0) live.store.close();
    else if (leftMs !== undefined) timer = setTimeout(look, Math.min(leftMs, LOOK_AGAIN_MS));
  };
  const stopListening = live.connection.subscribe(look);
  look();
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}
