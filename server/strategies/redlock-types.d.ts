/** The package has types, but its list of exports does not lead to them. */
declare module "redlock" {
  import type { EventEmitter } from "node:events";
  import type { Redis } from "ioredis";

  export default class Redlock extends EventEmitter {
    constructor(clients: Redis[], settings: { retryCount: number });
    readonly scripts: Record<"acquireScript" | "releaseScript", { value: string }>;
    acquire(keys: string[], ttlMs: number): Promise<{ expiration: number; release(): Promise<unknown> }>;
  }
}
