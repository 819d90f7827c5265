import type { FastifyBaseLogger } from "fastify";

/** Draining takes at most this long; then the process ends with what it has. */
const DRAIN_WITHIN_MS = 10_000;

/** `noticeMs` is what the stop waits before it drains. */
export function onStopSignal(log: FastifyBaseLogger, noticeMs: number, stop: () => Promise<void>): void {
  let begun = false;
  const begin = (signal: string) => {
    if (begun) return;
    begun = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error("not everything could be drained in time");
      process.exit(1);
    }, noticeMs + DRAIN_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
}
