/**
 * What may arrive over a socket, in bytes and whatever it is: messages that want no answer, deep nesting, unknown
 * events and pings cost their sender alike. A page stays far below; a socket that does not is cut.
 */
import type { IncomingMessage } from "node:http";
import type { RateLimits } from "#server/access/rate-limits";
import type { Metrics } from "#server/ops/metrics";

export function limitTraffic(
  { socket }: IncomingMessage,
  { buyer, address }: { buyer: string; address: string },
  deps: { trafficLimits: RateLimits; metrics: Metrics },
): void {
  socket.on("data", (bytes: Buffer) => {
    if (socket.destroyed || deps.trafficLimits.spend(buyer, address, bytes.length)) return;
    deps.metrics.socketsCut.inc({ why: "flood" });
    socket.destroy();
  });
}
