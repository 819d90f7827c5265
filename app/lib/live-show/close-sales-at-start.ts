import { salesEndAt } from "#contract/shows";
import type { ShowConnection } from "./show-connection";

/** A timer of days would not survive a laptop's sleep. */
const CHECK_AGAIN_MS = 60_000;

/** Takes the free seats off the page when the show begins by the server's clock. */
export function closeSalesAtStart(
  show: Parameters<typeof salesEndAt>[0],
  connection: ShowConnection,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const closeOrWait = () => {
    clearTimeout(timer);
    const leftMs = connection.clock.remainingMs(salesEndAt(show));
    if (leftMs === 0) connection.store.closeSales();
    else if (leftMs !== undefined) timer = setTimeout(closeOrWait, Math.min(leftMs, CHECK_AGAIN_MS));
  };
  const stopListening = connection.state.subscribe(closeOrWait);
  closeOrWait();
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}
