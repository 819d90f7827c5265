/**
 * Why the server does not take this page's connections, when it said so: neither is an outage. A page that is older
 * than the server has to be reloaded; one of too many from one network connects as soon as there is room.
 */
import { ObservableValue } from "../observable-value";

export type ConnectionRefusal = "outdated" | "crowded";

export const connectionRefusal = new ObservableValue<ConnectionRefusal | undefined>(undefined);

const RETRY_MS = 1000;

interface RefusedSocket {
  on(event: "connect", listener: () => void): unknown;
  on(event: "connect_error", listener: (error: Error) => void): unknown;
  connect(): unknown;
}

/** Socket.io does not try again by itself after a refusal, as it does when nobody answered. */
export function heedRefusals(socket: RefusedSocket): void {
  socket.on("connect", () => connectionRefusal.set(undefined));
  socket.on("connect_error", (error) => {
    const refusal = refusalIn(error);
    if (!refusal) return;
    if (refusal.code === "outdated") return connectionRefusal.set("outdated");
    if (refusal.code === "rate_limited") connectionRefusal.set("crowded");
    setTimeout(() => socket.connect(), refusal.retryAfterMs ?? RETRY_MS);
  });
}

function refusalIn(error: Error): { code: string; retryAfterMs?: number } | undefined {
  const data = "data" in error ? error.data : undefined;
  if (typeof data !== "object" || data === null || !("code" in data)) return undefined;
  const retryAfterMs = "retryAfterMs" in data ? Number(data.retryAfterMs) : undefined;
  return { code: String(data.code), ...(retryAfterMs && { retryAfterMs }) };
}
