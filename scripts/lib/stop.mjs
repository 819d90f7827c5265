// The ways a run is told to end: Ctrl-C, a signal, a closed terminal, or the death of the npm that started it
// (npm passes signals on, but not the SIGKILL that ends it).

const PARENT_CHECK_EVERY_MS = 500;

/**
 * @param {(why: string) => Promise<void>} stop called again for a second Ctrl-C
 */
export function onStop(stop) {
  const end = async (/** @type {string} */ why) => {
    await stop(why);
    process.exit();
  };
  process.on("SIGINT", () => end("Interrupted"));
  process.on("SIGTERM", () => end("Asked to stop"));
  process.on("SIGHUP", () => end("The terminal is gone"));
  // Nobody may be reading any more, and the stop must go on.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});

  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      end("npm is gone");
    }, PARENT_CHECK_EVERY_MS);
    watch.unref();
  }
}
