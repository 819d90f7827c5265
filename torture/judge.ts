/** The judges of a round. What they ask of Postgres they ask themselves; what they ask of the nodes is in the history. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { findCounterexample } from "#histories/counterexample";
import { describeOperation } from "#histories/finding";
import type { History } from "#histories/history";
import type { Ledger } from "#histories/ledger";
import type { Recorder } from "#histories/record";
import { brokenRules } from "#testing/invariants";
import type { Random } from "#testing/random";
import { untilTrue } from "#testing/viewer";
import type { Cinema, TorturedNode } from "./cinema";
import { type Ask, type Client, openClient } from "./client";
import { type Healing, healing } from "./heal";
import type { Lag } from "./lag";
import type { Screens } from "./screens";
import { SEATS } from "./seats";

/** Beyond that nobody waits: something is broken for good. No guard stands for longer than a minute. */
const GIVE_UP_MS = 90_000;
const ASK_EVERY_MS = 100;
/** A hold's end is told in whole milliseconds. */
const LAPSE_TOLERANCE_MS = 5;

interface HealingDeps {
  cinema: Cinema;
  showId: string;
  screens: Screens;
  recorder: Recorder;
  lag: Lag;
  random: Random;
}

/** When nobody asks for anything any more: every seat that is free by Postgres can be had, and every screen is right. */
export async function judgeHealing(deps: HealingDeps): Promise<Healing> {
  const { cinema, showId, screens, lag } = deps;
  const startedMs = performance.now();
  const lagBefore = lag.totalMs();
  const refused: string[] = [];
  const tried = await Promise.all((await freeSeats(cinema.sql, showId)).map((seat) => untilHad(seat, deps)));
  for (const { seat, last } of tried.filter(({ hadAtMs }) => hadAtMs === null))
    refused.push(`${seat}: ${last}`);
  const right = await Promise.all(
    screens.viewers.map((viewer) =>
      untilTrue(viewer, cinema.sql, showId, GIVE_UP_MS).then(
        () => performance.now(),
        () => null,
      ),
    ),
  );
  return healing({
    refusedForMs: longest(tried.map(({ hadAtMs }) => hadAtMs)),
    screenWrongForMs: longest(right),
    lagMs: lag.totalMs() - lagBefore,
    refused,
  });

  function longest(moments: (number | null)[]): number | null {
    return moments.reduce<number | null>(
      (most, moment) => (most === null || moment === null ? null : Math.max(most, moment - startedMs)),
      0,
    );
  }
}

/** Asks at every node in turn until the seat is had there, and gives it back. */
async function untilHad(seat: string, { cinema, showId, recorder, random }: HealingDeps) {
  const deadline = performance.now() + GIVE_UP_MS;
  const first = random.below(cinema.nodes.length);
  const nodes = cinema.nodes.map(
    (_, at) => cinema.nodes[(first + at) % cinema.nodes.length] ?? cinema.nodes[0],
  );
  let last = "never answered";
  let hadAtMs: number | null = null;
  for (const [at, node] of nodes.entries()) {
    if (!node) throw new Error("there is no node");
    // Each node has a stranger to refuse.
    const client = await openClient(`probe-${seat}-${at}`, node, showId, recorder);
    try {
      hadAtMs = await untilHadAt(node, client);
    } finally {
      client.close();
    }
    if (hadAtMs === null) break;
  }
  return { seat, hadAtMs, last };

  async function untilHadAt(node: TorturedNode, client: Client): Promise<number | null> {
    while (performance.now() < deadline) {
      const answer = await client.ask({ what: "hold", seats: [seat] }, { kind: "http", node });
      if (answer?.ok && answer.hold) {
        const atMs = performance.now();
        const release: Ask = { what: "release", seats: [seat], holdId: answer.hold.id };
        await client.ask(release, { kind: "http", node });
        return atMs;
      }
      last = `${answer && !answer.ok ? answer.code : "never answered"} at ${node.name}`;
      await delay(ASK_EVERY_MS);
    }
    return null;
  }
}

/** A careful buyer asks again, with the same key, until it is told what became of it. */
export async function resolveOpenSales(
  clients: Client[],
  open: Extract<Ask, { key: string }>[][],
  nodes: TorturedNode[],
): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  await Promise.all(
    clients.map(async (client, at) => {
      for (const sale of open[at] ?? []) {
        for (let turn = at; performance.now() < deadline; turn += 1) {
          const node = nodes[turn % nodes.length];
          const door =
            sale.what === "confirm" && node ? { kind: "http" as const, node } : { kind: "socket" as const };
          const answer = await client.ask(sale, door);
          if (answer && (answer.ok || (answer.code !== "pending" && answer.code !== "unavailable"))) break;
          await delay(ASK_EVERY_MS);
        }
      }
    }),
  );
}

/** Legal by itself and with the ledger; and no table breaks a rule. */
export async function judgeHistory(sql: pg.Pool, showId: string, operations: History) {
  const history = { ...operations, ledger: await readLedger(sql, showId) };
  // A guard may refuse a free seat for a moment while things are broken; for how long is judged after healing.
  const found = findCounterexample(history, {
    lapseToleranceMs: LAPSE_TOLERANCE_MS,
    refusalsMustBeJust: false,
  });
  const wrong = await brokenRules(sql);
  if (found) {
    const few = found.history.operations.map((one) => `\n  - ${describeOperation(one)}`).join("");
    wrong.push(`${found.finding.rule}: ${found.finding.sentence}${few}`);
  }
  return { wrong, unexplained: found?.history ?? null };
}

/** Buyers are known by their keys: a cookie's name is the server's own. */
async function readLedger(sql: pg.Pool, showId: string): Promise<Ledger> {
  const { rows } = await sql.query<{ key: string; reference: string; cancelled: boolean; seats: string[] }>(
    `SELECT b.idempotency_key AS key, b.reference, b.cancelled_at IS NOT NULL AS cancelled,
            (SELECT array_agg(s.label ORDER BY s.seat) FROM booking_seats o JOIN seats s USING (show_id, seat)
             WHERE o.reference = b.reference AND o.show_id = b.show_id) AS seats
     FROM bookings b WHERE b.show_id = $1`,
    [showId],
  );
  return {
    bookings: rows.map(({ key, reference, cancelled, seats }) => {
      return { buyer: key.split("/")[0] ?? key, show: showId, seats, key, reference, cancelled };
    }),
  };
}

async function freeSeats(sql: pg.Pool, showId: string): Promise<string[]> {
  const { rows } = await sql.query<{ label: string }>(
    `SELECT label FROM seats WHERE show_id = $1 AND label = ANY ($2)
       AND (status = 'available' OR (status = 'held' AND hold_until <= now())) ORDER BY seat`,
    [showId, SEATS],
  );
  return rows.map(({ label }) => label);
}
