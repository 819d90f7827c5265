/**
 * The seats of a show as the change feed tells them. Packets may come twice, out of order or not at all;
 * whatever follows on our version is applied, the rest waits, and a gap is reported so that the caller asks
 * for what is missing.
 */
import type { Joined, SeatsUpdated } from "#contract/events";
import { isSeatCode, type SeatChange, type SeatCode } from "#contract/seat-codes";
import type { Snapshot } from "#contract/shows";

/** Packets that came too early are kept while we ask; more than this, and the answer will do without them. */
const MAX_EARLY_PACKETS = 200;

export interface AppliedChanges {
  /** Every seat the feed mentioned, with its new status, even if that is the status it had. */
  touched: SeatChange[];
  /** The whole map was replaced. */
  replacedAll: boolean;
  /** Versions are missing: ask for what came after `version`. */
  gap: boolean;
}

export type CatchUp = Pick<Joined, "version" | "seats" | "changes">;

export class VersionedSeats {
  #version: number;
  #codes: SeatCode[];
  #early: SeatsUpdated[] = [];
  #mustReload = false;

  constructor(snapshot: Pick<Snapshot, "version" | "seats">) {
    this.#version = snapshot.version;
    this.#codes = codesIn(snapshot.seats);
  }

  get version(): number {
    return this.#version;
  }

  get codes(): readonly SeatCode[] {
    return this.#codes;
  }

  receive(update: SeatsUpdated): AppliedChanges {
    const touched: SeatChange[] = [];
    if (update.to > this.#version) {
      this.#early.push(update);
      if (this.#early.length > MAX_EARLY_PACKETS) this.#early.shift();
      this.#applyEarly(touched);
    }
    return { touched, replacedAll: false, gap: this.#early.length > 0 };
  }

  /** What to ask for in `show:join`: what came after our version, or everything. */
  get since(): number | undefined {
    return this.#mustReload ? undefined : this.#version;
  }

  /** Takes the answer to `show:join`; `since` as it was when we asked. */
  catchUp(answer: CatchUp, since: number | undefined): AppliedChanges {
    const touched: SeatChange[] = [];
    // A history shorter than what we asked from is another history: the database was restored or replaced.
    const restarted = since === undefined ? this.#mustReload : answer.version < since;
    if (restarted) this.#early = [];
    if (answer.seats !== undefined && (restarted || answer.version >= this.#version)) {
      this.#replace(answer.seats, answer.version, touched);
      this.#applyEarly(touched);
      return { touched, replacedAll: true, gap: this.#early.length > 0 };
    }
    this.#mustReload = restarted;
    if (!restarted && answer.changes !== undefined && answer.version > this.#version) {
      this.#apply(answer.changes, answer.version, touched);
      this.#applyEarly(touched);
    }
    return { touched, replacedAll: false, gap: restarted || this.#early.length > 0 };
  }

  #replace(seats: string, version: number, touched: SeatChange[]): void {
    const before = this.#codes;
    this.#codes = codesIn(seats);
    this.#version = version;
    this.#mustReload = false;
    for (const [seat, code] of this.#codes.entries()) {
      if (before[seat] !== code) touched.push([seat, code]);
    }
  }

  /** A packet that reaches back before our version is safe: it holds each seat's last status at `to`. */
  #applyEarly(touched: SeatChange[]): void {
    this.#early.sort((a, b) => a.from - b.from || a.to - b.to);
    while (true) {
      const next = this.#early.findIndex((packet) => packet.from <= this.#version);
      if (next === -1) return;
      const [packet] = this.#early.splice(next, 1);
      if (packet && packet.to > this.#version) this.#apply(packet.changes, packet.to, touched);
    }
  }

  #apply(changes: SeatChange[], version: number, touched: SeatChange[]): void {
    for (const [seat, code] of changes) {
      if (seat >= this.#codes.length) continue;
      this.#codes[seat] = code;
      touched.push([seat, code]);
    }
    this.#version = version;
  }
}

function codesIn(seats: string): SeatCode[] {
  return [...seats].map((letter) => (isSeatCode(letter) ? letter : "x"));
}
