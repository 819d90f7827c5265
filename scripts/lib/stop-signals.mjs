// The ways a run is told to end: Ctrl-C, a signal, a closed terminal, or the death of the npm that started it
// (npm passes signals on, but not the SIGKILL that ends it).

const PARENT_CHECK_EVERY_MS = 500;
/** One Ctrl-C arrives twice: from the terminal, and from npm, which passes on what it got itself. */
const SAME_REQUEST_MS = 1_000;

/**
 * Stops the processes of this run when it is told to end, and at once for a person who insists.
 * @param {import("./processes.mjs").Processes} processes
 * @param {(why: string) => Promise<void>} [stop] done before this process exits; without it the run has failed
 */
export function stopOnRequest(processes, stop = () => failAndStop(processes)) {
  let askedAt = Number.NaN;
  const end = async (/** @type {string} */ why) => {
    if (Number.isNaN(askedAt)) {
      askedAt = performance.now();
      await stop(why);
      process.exit();
    }
    if (performance.now() - askedAt > SAME_REQUEST_MS) processes.stopAtOnce();
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

/** @param {import("./processes.mjs").Processes} processes */
async function failAndStop(processes) {
  process.exitCode = 1;
  await processes.stopAll();
}
