/**
 * What one open page knows of one show: the seats as the feed tells them, and over them what this buyer is
 * doing. Each seat is a cell of its own, so that a change renders one seat. Which seats are the buyer's own is
 * said by holds and bookings, never guessed from the feed: the feed does not say who.
 */
import type { SeatsUpdated } from "#contract/events";
import type { Booking, Hold } from "#contract/outcomes";
import { type SeatChange, STATUS_OF_CODE } from "#contract/seat-codes";
import type { Snapshot } from "#contract/shows";
import { Cell } from "./cell";
import { addHappenings, type Happening } from "./happenings";
import { type Applied, type CatchUp, SeatLog } from "./seat-log";

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
  readonly seats: readonly Cell<SeatView>[];
  readonly seatsLeft: Cell<number>;
  readonly holds = new Cell<readonly Hold[]>([]);
  readonly bookings = new Cell<readonly Booking[]>([]);
  readonly happenings = new Cell<readonly Happening[]>([]);
  /** The show has begun: what is free is not for sale any more. */
  readonly closed: Cell<boolean>;

  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #log: SeatLog;
  readonly #asking = new Set<number>();
  #mine = new Set<number>();
  #tickets = new Set<number>();
  /**
   * Seats we let go, until the feed says what became of them, so that they do not flash as someone else's.
   * The value: whether the feed had told our own hold of it yet.
   */
  readonly #leaving = new Map<number, boolean>();
  /** Server time of the last word on each hold: an older one that arrives later is not believed. */
  readonly #heardAt = new Map<string, number>();

  constructor(snapshot: Pick<Snapshot, "version" | "seats">, labels: readonly string[], closed = false) {
    this.closed = new Cell(closed);
    this.#log = new SeatLog(snapshot);
    this.#indexOf = new Map(labels.map((label, index) => [label, index]));
    this.seats = labels.map((_, index) => new Cell(this.#viewOf(index)));
    this.seatsLeft = new Cell(this.#countAvailable());
  }

  get version(): number {
    return this.#log.version;
  }

  get since(): number | undefined {
    return this.#log.since;
  }

  seat(index: number): Cell<SeatView> {
    const cell = this.seats[index];
    if (!cell) throw new Error(`This room has no seat number ${index}.`);
    return cell;
  }

  view(index: number): SeatView {
    return this.seats[index]?.get() ?? "blocked";
  }

  /** True when versions are missing and the page must ask for them. */
  receive(update: SeatsUpdated): boolean {
    return this.#show(this.#log.receive(update));
  }

  catchUp(answer: CatchUp, since: number | undefined): boolean {
    return this.#show(this.#log.catchUp(answer, since));
  }

  ask(labels: readonly string[]): void {
    this.#change(labels, (index) => this.#asking.add(index));
  }

  stopAsking(labels: readonly string[]): void {
    this.#change(labels, (index) => this.#asking.delete(index));
  }

  leave(labels: readonly string[]): void {
    this.#change(labels, (index) => this.#leaving.set(index, this.#log.codes[index] === "h"));
  }

  stay(labels: readonly string[]): void {
    this.#change(labels, (index) => this.#leaving.delete(index));
  }

  putHold(hold: Hold, serverNow: number): void {
    if (!this.#isNews(hold.id, serverNow)) return;
    this.#setHolds([...this.holds.get().filter(({ id }) => id !== hold.id), hold]);
  }

  dropHold(holdId: string, serverNow: number): void {
    if (!this.#isNews(holdId, serverNow)) return;
    const gone = this.holds.get().find(({ id }) => id === holdId);
    if (!gone) return;
    this.leave(gone.seats.filter((label) => this.#mine.has(this.#indexOf.get(label) ?? -1)));
    this.#setHolds(this.holds.get().filter(({ id }) => id !== holdId));
  }

  /** All that is ours, as the answer to a join tells it. */
  own(holds: readonly Hold[], bookings: readonly Booking[], serverNow: number): void {
    for (const { id } of holds) this.#heardAt.set(id, serverNow);
    this.bookings.set(bookings);
    const before = this.#tickets;
    this.#tickets = this.#indexes(bookings.flatMap(({ seats }) => seats));
    this.#refresh([...before, ...this.#tickets]);
    this.#setHolds(holds);
  }

  close(): void {
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

  #isNews(holdId: string, serverNow: number): boolean {
    if (serverNow < (this.#heardAt.get(holdId) ?? 0)) return false;
    this.#heardAt.set(holdId, serverNow);
    return true;
  }

  #show({ touched, whole, gap }: Applied): boolean {
    const others = touched.filter(([seat]) => !this.#isOurDoing(seat));
    if (whole) this.#leaving.clear();
    for (const change of touched) this.#endLeaving(change);
    this.#refresh(whole ? this.seats.keys() : touched.map(([seat]) => seat));
    this.seatsLeft.set(this.#countAvailable());
    if (!whole) this.happenings.set(addHappenings(this.happenings.get(), others));
    return gap;
  }

  #isOurDoing(seat: number): boolean {
    return (
      this.#asking.has(seat) || this.#mine.has(seat) || this.#tickets.has(seat) || this.#leaving.has(seat)
    );
  }

  #endLeaving([seat, code]: SeatChange): void {
    const ownHoldTold = this.#leaving.get(seat);
    if (ownHoldTold === undefined) return;
    if (code === "h" && !ownHoldTold) {
      this.#leaving.set(seat, true);
      return;
    }
    this.#leaving.delete(seat);
    this.#mine.delete(seat);
  }

  #change(labels: readonly string[], act: (index: number) => void): void {
    const indexes = this.#indexes(labels);
    for (const index of indexes) act(index);
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
    if (this.#leaving.has(index)) return this.#freeView();
    if (this.#mine.has(index)) return "mine";
    const status = STATUS_OF_CODE[this.#log.codes[index] ?? "x"];
    if (status === "booked") return this.#tickets.has(index) ? "ticket" : "sold";
    return status === "available" ? this.#freeView() : status;
  }

  #freeView(): SeatView {
    return this.closed.get() ? "blocked" : "available";
  }

  #countAvailable(): number {
    return this.#log.codes.reduce((count, code) => (code === "a" ? count + 1 : count), 0);
  }
}
