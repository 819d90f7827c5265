/** Moments in a page's life after which what it knows may no longer be so. */
import type { LiveShow } from "./live-show";

export function watchPage(live: LiveShow): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const look = () => {
    if (document.visibilityState === "visible") live.sync();
  };
  window.addEventListener("offline", () => live.doubt(), options);
  window.addEventListener("online", look, options);
  window.addEventListener("pageshow", look, options);
  document.addEventListener("visibilitychange", look, options);
  return () => stop.abort();
}
