/**
 * What the buyers of a race saw, from outside their processes: let go at one moment and answered at another, by the
 * lab's own clock. "Refused" names no reason (a seat that is sold, a lock that was not had in time, a card that was
 * declined), an error leaves open what became of it, and whose process died never heard anything.
 */
import type { BuyerAnswer } from "#contract/lab";
import type { Answer, History, Operation } from "#histories/history";
import type { AttemptSetup } from "../processes/instance-messages";

export interface HeardAttempt {
  askedAtMs: number;
  answeredAtMs: number | null;
}

interface RaceSeen {
  raceId: string;
  seat: string;
  attempts: AttemptSetup[];
  heard: ReadonlyMap<number, HeardAttempt>;
  told: ReadonlyMap<number, BuyerAnswer>;
  /** Whom the ledger has, one for each sale. */
  owners: string[];
}

export function historyOfRace({ raceId, seat, attempts, heard, told, owners }: RaceSeen): History {
  const sold = new Map<string, number>();
  const bookings = owners.map((buyer) => {
    sold.set(buyer, (sold.get(buyer) ?? 0) + 1);
    return { buyer, show: raceId, seats: [seat], reference: nameOfSale(buyer, sold.get(buyer) ?? 0) };
  });
  const acknowledged = new Map<string, number>();
  const operations = attempts.flatMap(({ lane, buyer }): Operation[] => {
    const times = heard.get(lane);
    if (!times) return [];
    const answer = times.answeredAtMs === null ? null : toAnswer(buyer, told.get(lane));
    const answeredAtMs = answer && times.answeredAtMs;
    return [
      { buyer, what: "book", show: raceId, seats: [seat], askedAtMs: times.askedAtMs, answeredAtMs, answer },
    ];
  });
  return { version: 1, operations, ledger: { bookings } };

  function toAnswer(buyer: string, said: BuyerAnswer | undefined): Answer | null {
    switch (said) {
      case "sold": {
        // Who clicks five times and owns the seat once was told so five times: the later answers repeat the first.
        const count = Math.min((acknowledged.get(buyer) ?? 0) + 1, sold.get(buyer) ?? 1);
        acknowledged.set(buyer, count);
        return { ok: true, reference: nameOfSale(buyer, count) };
      }
      case "refused":
        return { ok: false, code: "refused" };
      case "error":
        return { ok: false, code: "unavailable" };
      default:
        return null;
    }
  }
}

function nameOfSale(buyer: string, count: number): string {
  return `${buyer}/${count}`;
}
