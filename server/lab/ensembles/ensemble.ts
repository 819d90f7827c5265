/** Servers that decide together, or, with RabbitMQ, the one that there is: what a race can ask of them and do to them. */
import { setTimeout as delay } from "node:timers/promises";
import type { LabServer } from "#contract/lab-strategies";
import type { HeldLock } from "../held-locks";
import type { ServerProcess } from "./server-process";

export interface Ensemble {
  server: LabServer;
  /** Where clients connect, node by node. */
  ports: number[];
  nodes: ServerProcess[];
  /** As the servers tell it. */
  version(): Promise<string>;
  /** Waits until each of them serves: after its start, and after some stood still and must first agree again. */
  untilReady(): Promise<void>;
  /** Which of the nodes leads now, or undefined while none is known to. Frozen and dead ones are not asked. */
  leader(): Promise<number | undefined>;
  locks(key: string): Promise<HeldLock[]>;
  /** How many stand in line for it behind somebody else: nothing of theirs happens until the line moves. */
  waitingInLine(key: string): Promise<number>;
  /** From the other servers, not from its clients. */
  cutOff(node: number): Promise<void>;
  /** Moves the clock that every one of them reads; answers when they read it. */
  moveClocks(byMs: number): Promise<void>;
  /** Whatever was frozen, cut off or moved is as it was. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** etcd grants no lease, and ZooKeeper as the lab runs it no session, that is shorter. */
export const SHORTEST_SESSION_MS = 2_000;

/** Seconds on an idle machine; a Java or an Erlang machine on a busy one takes many times as long. */
const START_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 50;

/** Resolves when it says yes; with what it said. */
export async function untilTrue<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`${what} did not come about in time.`);
    await delay(LOOK_EVERY_MS);
  }
}
