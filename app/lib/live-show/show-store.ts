/**
 * What one open page knows of one show: the seats as the feed tells them, and over them what this buyer is
 * doing. Each seat is a value of its own, so that a change renders one seat. Which seats are the buyer's own is
 * said by holds and bookings, never guessed from the feed: the feed does not say who.
 */
import type { SeatsUpdated } from "#contract/events";
import type { Booking, Hold } from "#contract/outcomes";
import { type SeatChange, STATUS_OF_CODE } from "#contract/seat-codes";
import type { Snapshot } from "#contract/shows";
import { ObservableValue } from "../observable-value";
import { addRecentChanges, type RecentChange } from "./recent-changes";
import { type AppliedChanges, type CatchUp, VersionedSeats } from "./versioned-seats";

export type SeatView =
  | "available"
  /** We have asked the server and not heard yet. */
  | "asking"
  | "mine"
  /** Held by someone else. */
  | "held"
  | "sold"
  /** Sold to this buyer. */
  | "ticket"
  | "blocked";

export class ShowStore {
  readonly seats: readonly ObservableValue<SeatView>[];
  readonly seatsLeft: ObservableValue<number>;
  readonly holds = new ObservableValue<readonly Hold[]>([]);
  readonly bookings = new ObservableValue<readonly Booking[]>([]);
  readonly recentChanges = new ObservableValue<readonly RecentChange[]>([]);
  /** The show has begun: what is free is not for sale any more. */
  readonly closed: ObservableValue<boolean>;

  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #versioned: VersionedSeats;
  readonly #asking = new Set<number>();
  #mine = new Set<number>();
  #tickets = new Set<number>();
  /**
   * Seats we let go, until the feed says what became of them, so that they do not flash as someone else's.
   * The value: whether the feed had told our own hold of it yet.
   */
  readonly #releasing = new Map<number, boolean>();
  /** Server time of the last word on each hold: an older one that arrives later is not believed. */
  readonly #heardAt = new Map<string, number>();

  constructor(snapshot: Pick<Snapshot, "version" | "seats">, labels: readonly string[], closed = false) {
    this.closed = new ObservableValue(closed);
    this.#versioned = new VersionedSeats(snapshot);
    this.#indexOf = new Map(labels.map((label, index) => [label, index]));
    this.seats = labels.map((_, index) => new ObservableValue(this.#viewOf(index)));
    this.seatsLeft = new ObservableValue(this.#countAvailable());
  }

  get version(): number {
    return this.#versioned.version;
  }

  get since(): number | undefined {
    return this.#versioned.since;
  }

  seat(index: number): ObservableValue<SeatView> {
    const seat = this.seats[index];
    if (!seat) throw new Error(`This auditorium has no seat number ${index}.`);
    return seat;
  }

  view(index: number): SeatView {
    return this.seats[index]?.get() ?? "blocked";
  }

  /** True when versions are missing and the page must ask for them. */
  receive(update: SeatsUpdated): boolean {
    return this.#applyToSeats(this.#versioned.receive(update));
  }

  catchUp(answer: CatchUp, since: number | undefined): boolean {
    return this.#applyToSeats(this.#versioned.catchUp(answer, since));
  }

  markAsking(labels: readonly string[]): void {
    this.#mark(labels, (index) => this.#asking.add(index));
  }

  unmarkAsking(labels: readonly string[]): void {
    this.#mark(labels, (index) => this.#asking.delete(index));
  }

  markReleasing(labels: readonly string[]): void {
    this.#mark(labels, (index) => this.#releasing.set(index, this.#versioned.codes[index] === "h"));
  }

  unmarkReleasing(labels: readonly string[]): void {
    this.#mark(labels, (index) => this.#releasing.delete(index));
  }

  putHold(hold: Hold, serverNow: number): void {
    if (!this.#isNewer(hold.id, serverNow)) return;
    // A new hold of seats we had let go: the feed's word on the old one no longer matters.
    if (!this.holds.get().some(({ id }) => id === hold.id)) this.unmarkReleasing(hold.seats);
    this.#setHolds([...this.holds.get().filter(({ id }) => id !== hold.id), hold]);
  }

  dropHold(holdId: string, serverNow: number): void {
    if (!this.#isNewer(holdId, serverNow)) return;
    const gone = this.holds.get().find(({ id }) => id === holdId);
    if (!gone) return;
    this.markReleasing(gone.seats.filter((label) => this.#mine.has(this.#indexOf.get(label) ?? -1)));
    this.#setHolds(this.holds.get().filter(({ id }) => id !== holdId));
  }

  /** All that is ours, as the answer to a join tells it. */
  setOwn(holds: readonly Hold[], bookings: readonly Booking[], serverNow: number): void {
    for (const { id } of holds) this.#heardAt.set(id, serverNow);
    this.bookings.set(bookings);
    const before = this.#tickets;
    this.#tickets = this.#indexes(bookings.flatMap(({ seats }) => seats));
    this.#refresh([...before, ...this.#tickets]);
    this.#setHolds(holds);
  }

  closeSales(): void {
    if (this.closed.get()) return;
    this.closed.set(true);
    this.#refresh(this.seats.keys());
  }

  #setHolds(holds: readonly Hold[]): void {
    const before = this.#mine;
    this.#mine = this.#indexes(holds.flatMap(({ seats }) => seats));
    this.holds.set([...holds].sort((a, b) => a.expiresAt - b.expiresAt || a.id.localeCompare(b.id)));
    this.#refresh([...before, ...this.#mine]);
  }

  #isNewer(holdId: string, serverNow: number): boolean {
    if (serverNow < (this.#heardAt.get(holdId) ?? 0)) return false;
    this.#heardAt.set(holdId, serverNow);
    return true;
  }

  #applyToSeats({ touched, replacedAll, gap }: AppliedChanges): boolean {
    const others = touched.filter(([seat]) => !this.#isOwnSeat(seat));
    if (replacedAll) this.#releasing.clear();
    for (const change of touched) this.#endReleasing(change);
    this.#refresh(replacedAll ? this.seats.keys() : touched.map(([seat]) => seat));
    this.seatsLeft.set(this.#countAvailable());
    if (!replacedAll) this.recentChanges.set(addRecentChanges(this.recentChanges.get(), others));
    return gap;
  }

  #isOwnSeat(seat: number): boolean {
    return (
      this.#asking.has(seat) || this.#mine.has(seat) || this.#tickets.has(seat) || this.#releasing.has(seat)
    );
  }

  #endReleasing([seat, code]: SeatChange): void {
    const ownHoldTold = this.#releasing.get(seat);
    if (ownHoldTold === undefined) return;
    if (code === "h" && !ownHoldTold) {
      this.#releasing.set(seat, true);
      return;
    }
    this.#releasing.delete(seat);
    this.#mine.delete(seat);
  }

  #mark(labels: readonly string[], mark: (index: number) => void): void {
    const indexes = this.#indexes(labels);
    for (const index of indexes) mark(index);
    this.#refresh(indexes);
  }

  #indexes(labels: readonly string[]): Set<number> {
    return new Set(labels.flatMap((label) => this.#indexOf.get(label) ?? []));
  }

  #refresh(indexes: Iterable<number>): void {
    for (const index of indexes) this.seats[index]?.set(this.#viewOf(index));
  }

  #viewOf(index: number): SeatView {
    if (this.#asking.has(index)) return "asking";
    if (this.#releasing.has(index)) return this.#freeView();
    if (this.#mine.has(index)) return "mine";
    const status = STATUS_OF_CODE[this.#versioned.codes[index] ?? "x"];
    if (status === "booked") return this.#tickets.has(index) ? "ticket" : "sold";
    return status === "available" ? this.#freeView() : status;
  }

  #freeView(): SeatView {
    return this.closed.get() ? "blocked" : "available";
  }

  #countAvailable(): number {
    return this.#versioned.codes.reduce((count, code) => (code === "a" ? count + 1 : count), 0);
  }
}
