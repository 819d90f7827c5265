/** Two nodes that sell to a crowd under the eyes of two screens, while the test breaks something. */
import { expect } from "vitest";
import { openBuyer } from "#testing/buyer";
import { brokenPromises, type Crowd, sendCrowd } from "#testing/crowd";
import { metric, readiness, type TestNode } from "#testing/node";
import type { Random } from "#testing/random";
import type { TestServices } from "#testing/services";
import { until } from "#testing/until";
import { falseStates, openViewer, untilTrue } from "#testing/viewer";

const BUYERS = 6;
/** Servers take over from each other in a few seconds, and in more on a busy machine. */
const LONG_MS = 60_000;

export interface SaleUnderWay {
  /** Selling goes on: waits for so many further sales. */
  sells(circumstances: string): Promise<void>;
  /** The guard of the show is asked again on every node, and each hears what the other publishes. */
  untilGuarded(): Promise<void>;
  /**
   * After the test has mended what it broke: every screen shows all that Postgres has by now. The time is written down
   * for docs/cluster.md; no test depends on it, since whatever else runs on the machine is in it.
   */
  untilShown(circumstances: string): Promise<void>;
  /** Ends it, and holds what buyers were told and what screens showed against Postgres. */
  end(): Promise<void>;
}

export async function openSale(
  nodes: TestNode[],
  services: Pick<TestServices, "sql">,
  { showId, random }: { showId: string; random: Random },
): Promise<SaleUnderWay> {
  const viewers = await Promise.all(nodes.map(({ url }) => openViewer(url, showId)));
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, (_, at) => openBuyer(nodes[at % nodes.length]?.url ?? "")),
  );
  let over = false;
  const crowd: Crowd = sendCrowd(buyers, { showId, random, goesOn: () => !over, cancelled: 100 });
  return {
    async sells(circumstances) {
      const before = crowd.sales();
      await until(`ten more are sold ${circumstances}`, () => crowd.sales() >= before + 10, LONG_MS);
    },
    async untilGuarded() {
      for (const { url } of nodes) {
        await untilReady(url);
        for (const name of ["lock_acquired_total", "feed_lag_seconds_count"]) {
          const before = await metric(url, name);
          await until(`${name} counts again`, async () => (await metric(url, name)) > before, LONG_MS);
        }
      }
    },
    async untilShown(circumstances) {
      const mendedMs = performance.now();
      const { rows } = await services.sql.query<{ version: number }>(
        "SELECT version FROM shows WHERE show_id = $1",
        [showId],
      );
      const sold = rows[0]?.version ?? Number.POSITIVE_INFINITY;
      const isShown = () => viewers.every((viewer) => (viewer.version() ?? 0) >= sold);
      await until(`every screen shows what was sold ${circumstances}`, isShown, LONG_MS);
      console.log(
        `${Math.round(performance.now() - mendedMs)} ms until every screen was right ${circumstances}`,
      );
    },
    async end() {
      over = true;
      await crowd.gone;
      const refusals = new Set(crowd.visits.flatMap((visit) => [...visit.refusals]));
      expect([...refusals].filter((code) => code !== "seat_taken" && code !== "too_many_seats")).toEqual([]);
      expect(await brokenPromises(crowd.visits, services.sql, showId)).toEqual([]);
      for (const viewer of viewers) {
        await untilTrue(viewer, services.sql, showId);
        expect(await falseStates(viewer, services.sql, showId)).toEqual([]);
      }
      for (const one of [...viewers, ...buyers]) one.close();
    },
  };
}

export async function untilReady(url: string): Promise<void> {
  await until("all of Redis is found again", async () => (await readiness(url)) === "ready", LONG_MS);
}

export async function untilDegraded(url: string): Promise<void> {
  await until("the loss is noticed", async () => (await readiness(url)) === "degraded", LONG_MS);
}
