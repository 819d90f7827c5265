/**
 * The seat a race or a game is about: on the lab's own tables, or, for the product's own engine, in a show of
 * its own in the box office's tables. The verdict is read from whichever ledger is the strategy's.
 */
import type pg from "pg";
import type { StrategyId } from "#contract/lab-strategies";
import { openRace, openShow, seatNumber } from "#db/queries/lab-open-race";
import { readBookedSeats, readLabSales, type Sale } from "#db/queries/lab-read-ledger";
import { readLabSeat, readShowSeat, type SeatRow } from "#db/queries/lab-read-seat";
import { keyOf } from "#server/guard/guard-value";
import { showOfRace } from "#server/strategies/last-seat";

export interface RacedSeat {
  open(): Promise<void>;
  row(): Promise<SeatRow>;
  sales(since: Date): Promise<Sale[]>;
  /** Under which a strategy may keep a lock on it. */
  lockKeys: string[];
}

export function racedSeat(db: pg.Pool, strategy: StrategyId, raceId: string, seat: string): RacedSeat {
  if (strategy === "last-seat") {
    const showId = showOfRace(raceId);
    return {
      open: () => openShow(db, showId, seat),
      row: () => readShowSeat(db, showId, seat),
      sales: (since) => readBookedSeats(db, showId, since),
      lockKeys: [keyOf(showId, seatNumber(seat))],
    };
  }
  const lock = `lab:${raceId}:lock:${seat}`;
  return {
    open: () => openRace(db, raceId, seat),
    row: () => readLabSeat(db, raceId, seat),
    sales: (since) => readLabSales(db, raceId, since),
    lockKeys: [lock, `${lock}:writer`],
  };
}
