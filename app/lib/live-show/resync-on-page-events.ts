/** Asks the server again after moments at which what the page knows may no longer be so. */
import type { ShowConnection } from "./show-connection";

export function resyncOnPageEvents(connection: ShowConnection): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const resync = () => {
    if (document.visibilityState === "visible") connection.sync();
  };
  window.addEventListener("offline", () => connection.pauseUntilSynced(), options);
  window.addEventListener("online", resync, options);
  window.addEventListener("pageshow", resync, options);
  document.addEventListener("visibilitychange", resync, options);
  return () => stop.abort();
}
