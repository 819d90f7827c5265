/**
 * One round: a show of its own, buyers who do what they like, faults at moments and for durations that follow from
 * the seed; then everything is healed, the buyers go home, and the judges look.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { History } from "#histories/history";
import { createRecorder } from "#histories/record";
import { Random } from "#testing/random";
import type { Cinema } from "./cinema";
import { openClient } from "./client";
import { shop } from "./crowd";
import { chooseFaults, type Fault } from "./faults";
import type { Healing } from "./heal";
import { judgeHealing, judgeHistory, resolveOpenSales } from "./judge";
import type { Lag } from "./lag";
import { openScreens } from "./screens";
import { SEATS } from "./seats";

const BUYERS = 18;
const CALM_MS = 500;

export interface InflictedFault {
  name: string;
  place: string;
  fromMs: number;
  toMs: number;
}

export interface Round {
  seed: number;
  showId: string;
  startedAtMs: number;
  healedAtMs: number;
  endedAtMs: number;
  faults: InflictedFault[];
  history: History;
  healing: Healing;
  /** What was found wrong, as sentences. */
  wrong: string[];
  /** The few operations that no order explains, if there are such. */
  unexplained: History | null;
}

export interface RoundOptions {
  seed: number;
  showId: string;
  lag: Lag;
  /** How long a free seat may be refused, and a screen be wrong, after healing. */
  healedWithinMs: number;
  /** Instead of those that the seed chooses. */
  faults?: Fault[];
}

export async function runRound(cinema: Cinema, options: RoundOptions): Promise<Round> {
  const { seed, showId, lag } = options;
  const random = new Random(seed);
  const recorder = createRecorder();
  const screens = await openScreens(cinema.nodes, showId);
  const clients = await Promise.all(
    Array.from({ length: BUYERS }, (_, at) => {
      const home = cinema.nodes[at % cinema.nodes.length];
      if (!home) throw new Error("there is no node");
      return openClient(`buyer-${at + 1}`, home, showId, recorder);
    }),
  );
  const startedAtMs = performance.now();
  try {
    let shopping = true;
    const tours = clients.map((client, at) =>
      shop(client, {
        nodes: cinema.nodes,
        seats: SEATS,
        random: new Random(seed + at * 7_919),
        goesOn: () => shopping,
      }),
    );
    await delay(CALM_MS);
    const faults = await inflict(cinema, random, options.faults ?? chooseFaults(random));
    const healedAtMs = performance.now();
    await delay(CALM_MS);
    shopping = false;
    const open = await Promise.all(tours);
    await resolveOpenSales(clients, open, cinema.nodes);
    const healing = await judgeHealing({ cinema, showId, screens, recorder, lag, random });
    const history = recorder.history();
    const judged = await judgeHistory(cinema.sql, showId, history);
    const wrong = [
      ...judged.wrong,
      ...(await screens.falseStates(cinema.sql)).map((state) => `a screen was wrong: ${state}`),
      ...healing.wrongWithin(options.healedWithinMs),
    ];
    const endedAtMs = performance.now();
    const { unexplained } = judged;
    return { seed, showId, startedAtMs, healedAtMs, endedAtMs, faults, history, healing, wrong, unexplained };
  } finally {
    screens.close();
    for (const client of clients) client.close();
  }
}

/** Begins them at moments of their own, and heals them all: the servers first, since a node may need them to start. */
async function inflict(cinema: Cinema, random: Random, faults: Fault[]): Promise<InflictedFault[]> {
  const planned = faults.map((fault) => ({
    fault,
    afterMs: random.below(800),
    lastsMs: fault.lastsMs ?? 600 + random.below(2_400),
  }));
  const begun = await Promise.all(
    planned.map(async ({ fault, afterMs, lastsMs }) => {
      await delay(afterMs);
      const fromMs = performance.now();
      const heal = await fault.begin(cinema, random);
      await delay(lastsMs);
      return { fault, fromMs, heal };
    }),
  );
  const servers = begun.filter(({ fault }) => !fault.place.startsWith("node"));
  const nodes = begun.filter(({ fault }) => fault.place.startsWith("node"));
  const healed: InflictedFault[] = [];
  for (const { fault, fromMs, heal } of [...servers, ...nodes]) {
    await heal();
    healed.push({ name: fault.name, place: fault.place, fromMs, toMs: performance.now() });
  }
  return healed;
}
