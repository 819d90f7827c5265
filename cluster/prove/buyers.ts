/**
 * Buyers from outside: half by sockets, half by HTTP. Each holds, confirms, lets go, books in one shot and cancels, and
 * repeats a sale under its key until the answer is final. Everything they ask and hear is written down.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { History } from "#histories/history";
import { createRecorder, type Question, type Told } from "#histories/record";
import { Random } from "#testing/random";
import { type Door, type Heard, newCookie, openHttp, openSocket } from "./doors";

const THINK_MS = 150;
const REPEAT_AFTER_MS = 200;
/** A buyer who still does not know what became of a sale goes on to something else. */
const GIVE_UP_AFTER_MS = 120_000;

export interface Answered {
  buyer: string;
  atMs: number;
  /** `ok`, a refusal's code, `nothing`, or `error page`. */
  answer: string;
  /** An acknowledged sale. */
  sale: boolean;
}

export interface Buyers {
  /** Everything that was heard so far, in order. */
  answers: readonly Answered[];
  sales(): number;
  history(): History;
  /** Lets everyone finish what was begun. */
  goHome(): Promise<void>;
}

export interface BuyersOptions {
  url: string;
  count: number;
  seed: number;
  shows: { id: string; labels: string[] }[];
}

export async function sendBuyers({ url, count, seed, shows }: BuyersOptions): Promise<Buyers> {
  const recorder = createRecorder();
  const answers: Answered[] = [];
  let sales = 0;
  let shopping = true;
  const cookies = await Promise.all(Array.from({ length: count }, () => newCookie(url)));
  const tours = cookies.map((cookie, at) => {
    const door = at % 2 === 0 ? openSocket(url, cookie) : openHttp(url, cookie);
    return shop(`b${at}`, door, at % 2 === 0, new Random(seed * 1000 + at)).finally(() => door.close());
  });
  return {
    answers,
    sales: () => sales,
    history: recorder.history,
    async goHome() {
      shopping = false;
      await Promise.all(tours);
    },
  };

  async function shop(buyer: string, door: Door, mayBook: boolean, random: Random): Promise<void> {
    const [first, ...others] = shows;
    if (!first) throw new Error("there is no show to buy for");
    for (let round = 0; shopping; round += 1) {
      await delay(THINK_MS + random.below(THINK_MS));
      const { id: show, labels } = random.pick([first, ...others]);
      const seats = [...new Set([randomSeat(labels, random), randomSeat(labels, random)])];
      const key = `${buyer}-${round}`;
      const reference =
        mayBook && random.chance(25)
          ? await sell({ buyer, what: "book", show, seats, key })
          : await holdAndSell(show, seats, key);
      if (reference && random.chance(60)) await cancel({ buyer, what: "cancel", show, seats, reference });
    }

    async function holdAndSell(show: string, seats: string[], key: string): Promise<string | undefined> {
      const held = await ask({ buyer, what: "hold", show, seats });
      if (typeof held === "string" || !held.ok || !held.hold) return undefined;
      const { id: holdId, seats: had } = held.hold;
      if (!random.chance(15)) return sell({ buyer, what: "confirm", show, seats: had, holdId, key });
      await ask({ buyer, what: "release", show, seats: had, holdId });
      return undefined;
    }

    async function sell(question: Question): Promise<string | undefined> {
      const heard = await untilFinal(question);
      return typeof heard !== "string" && heard.ok ? heard.booking?.reference : undefined;
    }

    async function cancel(question: Question): Promise<void> {
      await untilFinal(question);
    }

    async function untilFinal(question: Question): Promise<Heard> {
      const deadline = performance.now() + GIVE_UP_AFTER_MS;
      for (;;) {
        const heard = await ask(question);
        if (isFinal(heard) || performance.now() > deadline) return heard;
        await delay(REPEAT_AFTER_MS);
      }
    }

    async function ask(question: Question): Promise<Heard> {
      const told = recorder.asked(question);
      const heard = await door.ask(question);
      const answer = typeof heard === "string" ? heard : heard.ok ? "ok" : heard.code;
      const sale = answer === "ok" && (question.what === "confirm" || question.what === "book");
      if (sale) sales += 1;
      answers.push({ buyer, atMs: performance.now(), answer, sale });
      if (typeof heard !== "string") told(asTold(heard));
      return heard;
    }
  }
}

function isFinal(heard: Heard): boolean {
  return typeof heard !== "string" && (heard.ok || !["pending", "unavailable"].includes(heard.code));
}

function asTold(said: Exclude<Heard, string>): Told {
  if (!said.ok) return { ok: false, code: said.code, ...(said.seats && { seats: said.seats }) };
  const { hold, booking, serverNow } = said;
  return {
    ok: true,
    ...(hold && { holdId: hold.id, seats: hold.seats }),
    ...(booking && { reference: booking.reference, seats: booking.seats }),
    ...(hold && serverNow !== undefined && { leftMs: hold.expiresAt - serverNow }),
  };
}

function randomSeat(labels: string[], random: Random): string {
  return labels[random.below(labels.length)] ?? "A1";
}
