/** Buyers who do whatever a buyer can do, in an order that follows from the seed, through every door. */
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "#testing/random";
import type { TorturedNode } from "./cinema";
import type { Answered, Ask, Client, Door } from "./client";

const PAUSE_MS = 80;
const OPEN_CODES = new Set(["pending", "unavailable", "rate_limited"]);

export interface CrowdOptions {
  nodes: TorturedNode[];
  seats: readonly [string, ...string[]];
  random: Random;
  goesOn: () => boolean;
}

type Sale = Extract<Ask, { key: string }>;

/** Resolves when the buyer has gone home, with the sales of which it does not know what became. */
export async function shop(client: Client, options: CrowdOptions): Promise<Sale[]> {
  const { nodes, random } = options;
  let hold: { id: string; seats: string[] } | undefined;
  let bookings: { reference: string; seats: string[] }[] = [];
  let open: Sale[] = [];
  /** Sales that stand: repeating one must answer the same booking. */
  let done: (Sale & { reference: string })[] = [];
  let count = 0;

  while (options.goesOn()) {
    await delay(random.below(PAUSE_MS));
    const ask = nextAsk();
    const door = doorFor(ask);
    const answers = await Promise.all(
      // A request that is doubled on the way arrives twice.
      Array.from({ length: random.chance(12) ? 2 : 1 }, () => client.ask(ask, door)),
    );
    for (const answer of answers) learn(ask, answer);
  }
  return open;

  function nextAsk(): Ask {
    const [unresolved] = open;
    if (unresolved && random.chance(60)) return unresolved;
    const [old] = done;
    if (old && random.chance(6)) return { ...old };
    if (hold && random.chance(80)) {
      const { id: holdId, seats } = hold;
      const what = random.pick(["confirm", "confirm", "extend", "release", "more"]);
      if (what === "confirm") return { what, seats, holdId, key: newKey() };
      if (what === "more") return { what: "hold", seats: someSeats(), holdId };
      return { what, seats, holdId };
    }
    const [booking] = bookings;
    if (booking && random.chance(75)) return { what: "cancel", ...booking };
    return random.chance(65)
      ? { what: "hold", seats: someSeats() }
      : { what: "book", seats: someSeats(), key: newKey() };
  }

  function learn(ask: Ask, answer: Answered | undefined): void {
    const unknown = !answer || (!answer.ok && OPEN_CODES.has(answer.code));
    if ("key" in ask) {
      open = open.filter(({ key }) => key !== ask.key);
      if (unknown) open.push(ask);
    }
    if (answer?.ok && ask.what === "hold" && answer.hold) hold = answer.hold;
    if (answer?.ok && answer.booking && "key" in ask) {
      const { reference, seats } = answer.booking;
      bookings = [...bookings, { reference, seats }];
      done = [{ ...ask, reference }, ...done];
    }
    if (ask.what === "cancel") {
      bookings = bookings.filter(({ reference }) => reference !== ask.reference);
      done = done.filter(({ reference }) => reference !== ask.reference);
    }
    const over = ask.what === "release" || ask.what === "confirm" || (answer && !answer.ok && !unknown);
    if ("holdId" in ask && over && !unknown) hold = undefined;
  }

  function doorFor(ask: Ask): Door {
    if (ask.what === "book" || random.chance(60)) return { kind: "socket" };
    const node = nodes[random.below(nodes.length)];
    return node ? { kind: "http", node } : { kind: "socket" };
  }

  function newKey(): string {
    count += 1;
    return `${client.name}/${count}`;
  }

  function someSeats(): string[] {
    const seats = new Set<string>();
    for (let wanted = 1 + random.below(3); wanted > 0; wanted -= 1) seats.add(random.pick(options.seats));
    return [...seats];
  }
}
