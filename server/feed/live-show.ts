/**
 * One show as this node's viewers see it: every seat's status at one version, and what has changed since
 * viewers were last told. Batches may arrive twice or out of order; only the one that follows on is applied.
 */
import { isSeatCode, SEAT_CODES, type SeatChange, type SeatCode } from "#contract/seat-codes";
import type { Snapshot } from "#contract/shows";
import type { LoggedChanges } from "#db/transitions/log-changes";

/** Changes kept for viewers who return; whoever missed more takes a snapshot, which is smaller than that. */
const RECENT_CHANGES = 500;
/** Batches that came before their predecessors and wait for them. */
const EARLY_BATCHES = 200;

export interface LiveShow {
  version(): number;
  snapshot(): Snapshot;
  isFree(seat: number): boolean;
  /** The changes after `version`, or undefined if they are no longer kept. */
  since(version: number): SeatChange[] | undefined;
  /** False: the batch does not follow on, something in between is missing. */
  apply(batch: LoggedChanges): boolean;
  /** Replaces everything by a newer snapshot. */
  replace(snapshot: Snapshot): void;
  /** What viewers have not been told yet, told now. */
  takeUnsentChanges(): { from: number; to: number; changes: SeatChange[] } | undefined;
}

export function createLiveShow(initial: Snapshot): LiveShow {
  let version = initial.version;
  let codes = [...initial.seats];
  let text: string | undefined = initial.seats;
  let sentVersion = version;
  const unsent = new Map<number, SeatCode>();
  let recent: SeatChange[] = [];
  let early: LoggedChanges[] = [];

  return {
    version: () => version,
    snapshot() {
      text ??= codes.join("");
      return { showId: initial.showId, version, seats: text };
    },
    isFree: (seat) => codes[seat] === SEAT_CODES.available,
    since(after) {
      const missed = version - after;
      if (missed < 0 || missed > recent.length) return undefined;
      const latest = new Map(recent.slice(recent.length - missed));
      return [...latest];
    },
    apply(batch) {
      if (batch.to <= version) return true;
      if (batch.from > version) {
        if (early.length < EARLY_BATCHES) early.push(batch);
        return false;
      }
      for (const [seat, status] of batch.changes.slice(version - batch.from))
        change(seat, SEAT_CODES[status]);
      version = batch.to;
      applyEarly();
      return true;
    },
    replace(snapshot) {
      if (snapshot.version <= version) return;
      for (const [seat, code] of [...snapshot.seats].entries()) {
        if (codes[seat] !== code && isSeatCode(code)) unsent.set(seat, code);
      }
      codes = [...snapshot.seats];
      text = snapshot.seats;
      version = snapshot.version;
      recent = [];
      applyEarly();
    },
    takeUnsentChanges() {
      if (sentVersion === version) return undefined;
      const packet = { from: sentVersion, to: version, changes: [...unsent] };
      sentVersion = version;
      unsent.clear();
      return packet;
    },
  };

  function change(seat: number, code: SeatCode): void {
    codes[seat] = code;
    text = undefined;
    unsent.set(seat, code);
    recent.push([seat, code]);
    if (recent.length > 2 * RECENT_CHANGES) recent = recent.slice(-RECENT_CHANGES);
  }

  function applyEarly(): void {
    let next = early.find((batch) => batch.from <= version && batch.to > version);
    while (next) {
      const batch = next;
      for (const [seat, status] of batch.changes.slice(version - batch.from))
        change(seat, SEAT_CODES[status]);
      version = batch.to;
      next = early.find((later) => later.from <= version && later.to > version);
    }
    early = early.filter((batch) => batch.to > version);
  }
}
