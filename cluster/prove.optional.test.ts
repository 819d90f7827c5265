/** One failover of each kind on a real cluster, under buyers from outside; and the control, which must lose. */
import { setTimeout as delay } from "node:timers/promises";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestCluster } from "#testing/cluster";
import { describeWith } from "#testing/optional-programs";
import { until } from "#testing/until";
import type { Cluster } from "./cluster";
import { CLUSTER_PROGRAMS } from "./programs";
import { newCookie } from "./prove/doors";
import { FAULTS, type Fault, untilWhole } from "./prove/faults";
import { prove } from "./prove/prove";
import { describeProof } from "./prove/report";

const SEED = 20261117;
/** Not a measure: nothing may hang the run. */
const WITHIN_MS = 30 * 60_000;
const NOTHING = { lost: [], soldTwice: 0, others: [], unheardOf: {} };

describeWith([...CLUSTER_PROGRAMS], "a cluster whose parts are killed, frozen, cut off and replaced", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ redis: "cluster" });
  }, WITHIN_MS);
  afterAll(() => cluster?.stop(), WITHIN_MS);

  it(
    "X10 X11 loses no acknowledged booking, sells no seat twice, shows nobody an error, and goes on selling by itself",
    async () => {
      const proof = await prove(cluster, { seed: SEED });
      console.log(describeProof(proof));
      const { lost, soldTwice, others, unheardOf, acknowledged, faults } = proof;
      expect({ lost, soldTwice, others, unheardOf }).toEqual(NOTHING);
      expect(faults.map(({ fault }) => fault).toSorted()).toEqual(FAULTS.map(({ name }) => name).toSorted());
      expect(acknowledged).toBeGreaterThan(0);
    },
    WITHIN_MS,
  );

  it(
    "X11 a buyer's socket and hold outlive every node in turn, and no page is an error",
    async () => {
      await untilWhole(cluster);
      const cookie = await newCookie(cluster.url);
      const socket = io(cluster.url, { transports: ["websocket"], extraHeaders: { cookie } });
      /** A busy machine may cost an answer, and a socket. */
      const untilOk = (event: string, request: object) =>
        until(
          `${event} is granted`,
          async () => {
            const answer = await socket
              .timeout(20_000)
              .emitWithAck(event, request)
              .catch(() => null);
            return answer?.ok && answer;
          },
          WITHIN_MS,
        );
      const held = await untilOk("seat:hold", { showId: "demo", seats: ["A1"] });
      let lost = 0;
      socket.on("disconnect", () => {
        lost += 1;
      });
      let restarting = true;
      const statuses = new Set<number>();
      const errors: string[] = [];
      const reader = (async () => {
        while (restarting) {
          const page = await fetch(cluster.url, { headers: { cookie } });
          statuses.add(page.status);
          const text = await page.text();
          if (!page.ok && !text.includes("This page comes back by itself")) errors.push(text);
          await delay(50);
        }
      })();
      for (const { part } of cluster.nodes) {
        await part.stop();
        await part.bringBack();
      }
      restarting = false;
      await reader;
      // HAProxy's own page, when a busy machine answers none of its checks in time, and nobody else's.
      expect(errors).toEqual([]);
      // Neither a node that has gone (502) nor one that kept the page to itself (504).
      expect(statuses).toContain(200);
      expect([...statuses].filter((status) => status === 502 || status === 504)).toEqual([]);
      expect(lost).toBeGreaterThan(0);
      const { hold } = held;
      const joined = await untilOk("show:join", { showId: "demo" });
      expect(joined).toMatchObject({ holds: [{ id: hold.id, seats: ["A1"] }] });
      await untilOk("booking:confirm", { holdId: hold.id, idempotencyKey: "outlived" });
      socket.disconnect();
    },
    WITHIN_MS,
  );
});

describeWith([...CLUSTER_PROGRAMS], "the same without synchronous replication", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ redis: "sentinel", synchronous: false });
  }, WITHIN_MS);
  afterAll(() => cluster?.stop(), WITHIN_MS);

  it(
    "X1 X11 outlives the master of a Sentinel group: nothing is lost, nothing sold twice, nobody sees an error",
    async () => {
      const proof = await prove(cluster, { seed: SEED, faults: named("Redis master killed") });
      console.log(describeProof(proof));
      const { lost, soldTwice, others, unheardOf, faults } = proof;
      expect({ lost, soldTwice, others, unheardOf }).toEqual(NOTHING);
      expect(faults).toHaveLength(1);
    },
    WITHIN_MS,
  );

  it(
    "X10 loses acknowledged bookings, and the run sees it",
    async () => {
      const proof = await prove(cluster, { seed: SEED, faults: named("primary killed while stalled") });
      console.log(describeProof(proof));
      expect(proof.lost.length).toBeGreaterThan(0);
    },
    WITHIN_MS,
  );
});

function named(name: string): Fault[] {
  return FAULTS.filter((fault) => fault.name === name);
}
