import type { Redis } from "ioredis";

const PING_EVERY_MS = 500;
/** Pings in a row that nothing answered: the connection may be dead without a word, and is replaced. */
const SILENT_PINGS = 3;

/**
 * A peer that vanished without closing (a cable, a firewall, a frozen host) leaves a connection that looks open, or
 * that was accepted and never gets ready.
 */
export function replaceWhenSilent(redis: Redis): void {
  let unanswered = 0;
  let timer: NodeJS.Timeout | undefined;
  watch();
  redis.on("connecting", watch);

  function watch(): void {
    timer ??= setInterval(look, PING_EVERY_MS).unref();
  }

  function look(): void {
    if (redis.status === "end") {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    if (redis.status !== "ready" && redis.status !== "connect") {
      unanswered = 0;
      return;
    }
    if (unanswered >= SILENT_PINGS) {
      unanswered = 0;
      redis.disconnect(true);
      return;
    }
    unanswered += 1;
    if (redis.status !== "ready") return;
    redis.ping().then(
      () => {
        unanswered = 0;
      },
      () => {},
    );
  }
}
