/**
 * A demonstration's programme is made for some days ahead. A server that outlives them adds the days that
 * follow, and moves the demo show to its next evening; a database nobody has seeded is left alone.
 */
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { isOutage } from "#db/outages";
import { isProgrammeDue, seedDatabase } from "#db/seed";

const LOOK_EVERY_MS = 60_000;

export interface RenewalDeps {
  pool: pg.Pool;
  databaseUrl: string;
  log: FastifyBaseLogger;
  onRenewed: () => void;
}

export function startRenewal({ pool, databaseUrl, log, onRenewed }: RenewalDeps): { stop(): Promise<void> } {
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };

  async function look(): Promise<void> {
    try {
      if (!(await isProgrammeDue(pool))) return;
      await seedDatabase(databaseUrl);
      onRenewed();
      log.info("the programme was renewed");
    } catch (error) {
      if (!isOutage(error)) log.error({ error }, "the programme could not be renewed");
    }
  }
}
