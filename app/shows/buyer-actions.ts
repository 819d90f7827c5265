/**
 * What a buyer can do on the map. Requests go out one after another, because the first seat begins a hold and
 * the next ones join it; what was clicked meanwhile is shown as asking. Every outcome ends as a notice: a value
 * the page puts into words.
 */
import type { LayoutSeat } from "#contract/layout";
import type { Hold, Refusal, RefusalCode } from "#contract/outcomes";
import type { ShowConnection } from "../lib/live-show/show-connection";
import type { SeatView } from "../lib/live-show/show-store";
import { ObservableValue } from "../lib/observable-value";
import { type BestSeatsRequest, bestSeats } from "./seat-plan/best-seats";
import { nearestSeats } from "./seat-plan/nearest-seats";
import { type SeatPlan, seatsNamed, withPartner } from "./seat-plan/seat-plan";

const MAX_OFFERS = 3;
/** Someone can be faster this often before we stop trying for the buyer. */
const MAX_TRIES = 25;

export type BuyerNotice =
  | { kind: "taken"; seats: readonly string[]; offers: readonly LayoutSeat[][] }
  | { kind: "not-free"; seat: LayoutSeat; view: SeatView; offers: readonly LayoutSeat[][] }
  | { kind: "begun" }
  | { kind: "too-many"; limit: number }
  | { kind: "best-held"; seats: readonly string[]; tries: number }
  | { kind: "best-apart"; count: number; offer: readonly LayoutSeat[] }
  | { kind: "best-none"; count: number }
  | { kind: "extended" }
  | { kind: "refused"; code: RefusalCode; message: string }
  | { kind: "lost" }
  | { kind: "offline" };

type HoldResult =
  | { kind: "held" }
  | { kind: "taken"; seats: readonly string[] }
  | { kind: "stopped"; notice: BuyerNotice };

export class BuyerActions {
  readonly notice = new ObservableValue<BuyerNotice | undefined>(undefined);
  /** Best seats are being looked for. */
  readonly searching = new ObservableValue(false);

  readonly #connection: ShowConnection;
  readonly #plan: SeatPlan;
  readonly #maxSeats: number;
  #lastTask: Promise<void> = Promise.resolve();

  constructor(connection: ShowConnection, plan: SeatPlan, maxSeats: number) {
    this.#connection = connection;
    this.#plan = plan;
    this.#maxSeats = maxSeats;
  }

  /** Takes the seat or lets it go; both halves of a couple seat together. */
  toggle(seat: LayoutSeat): void {
    const group = withPartner(this.#plan, seat);
    const views = group.map(({ index }) => this.#connection.store.view(index));
    const unavailable = views.find((view) => !["available", "asking", "mine"].includes(view));
    const { closed } = this.#connection.store;
    if (views.includes("mine") || views.includes("asking")) this.release(group.map(({ label }) => label));
    else if (unavailable === "blocked" && closed.get()) this.#notify({ kind: "begun" });
    else if (unavailable)
      this.#notify({ kind: "not-free", seat, view: unavailable, offers: this.#offersFor(seat) });
    else this.hold(group);
  }

  /** Holds exactly these seats, all or none. */
  hold(group: readonly LayoutSeat[]): void {
    if (!this.#beginAction(group.length)) return;
    const labels = group.map(({ label }) => label);
    this.#connection.store.markAsking(labels);
    this.#enqueue(async () => {
      const result = await this.#requestHold(labels);
      if (result.kind === "stopped") this.#notify(result.notice);
      if (result.kind === "taken") this.#notifyTaken(result.seats);
    });
  }

  release(labels: readonly string[]): void {
    if (!this.#beginAction(0)) return;
    const { store } = this.#connection;
    this.#enqueue(async () => {
      for (const hold of store.holds.get()) {
        const seats = hold.seats.filter((label) => labels.includes(label));
        if (seats.length > 0) await this.#requestRelease(hold, seats);
      }
    });
  }

  extend(holdId: string): void {
    this.#enqueue(async () => {
      const answer = await this.#connection.extendHold(holdId);
      if (answer.kind !== "answered") this.#notify({ kind: answer.kind });
      else if (!answer.outcome.ok) this.#handleRefusal(answer.outcome);
      else this.#notify({ kind: "extended" });
    });
  }

  /** Looks for the best seats and holds them, again and again while someone else is faster. */
  holdBest(wanted: BestSeatsRequest): void {
    if (!this.#beginAction(wanted.count)) return;
    this.searching.set(true);
    this.#enqueue(async () => {
      try {
        this.#notify(await this.#holdBestWithRetries(wanted));
      } finally {
        this.searching.set(false);
      }
    });
  }

  endNotice(): void {
    this.#notify(undefined);
  }

  dismiss(): void {
    this.endNotice();
    this.#connection.lapsedHold.set(undefined);
  }

  /** Begins a new action, whose notice replaces the last one's. */
  #beginAction(seats: number): boolean {
    const offline = this.#connection.state.get() !== "live";
    const tooMany = seats > 0 && this.#seatsHeldOrAsked() + seats > this.#maxSeats;
    this.#connection.lapsedHold.set(undefined);
    this.#notify(
      offline ? { kind: "offline" } : tooMany ? { kind: "too-many", limit: this.#maxSeats } : undefined,
    );
    return !offline && !tooMany;
  }

  async #holdBestWithRetries(wanted: BestSeatsRequest): Promise<BuyerNotice> {
    const refused = new Set<string>();
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const found = bestSeats(this.#plan, (seat) => this.#isFree(seat) && !refused.has(seat.label), {
        near: seatsNamed(
          this.#plan,
          this.#connection.store.holds.get().flatMap(({ seats }) => seats),
        ),
        ...wanted,
      });
      if (!found) return { kind: "best-none", count: wanted.count };
      if (!found.together) return { kind: "best-apart", count: wanted.count, offer: found.seats };
      const labels = found.seats.map(({ label }) => label);
      this.#connection.store.markAsking(labels);
      const result = await this.#requestHold(labels);
      if (result.kind === "held") return { kind: "best-held", seats: labels, tries };
      if (result.kind === "stopped") return result.notice;
      for (const label of result.seats) refused.add(label);
    }
    return { kind: "best-none", count: wanted.count };
  }

  /** One request for seats already shown as asking; afterwards they are shown as what they are. */
  async #requestHold(labels: string[]): Promise<HoldResult> {
    const { store } = this.#connection;
    try {
      for (let attempt = 1; ; attempt += 1) {
        const holdId = store.holds.get().at(-1)?.id;
        const answer = await this.#connection.request("seat:hold", {
          showId: this.#connection.showId,
          seats: labels,
          ...(holdId !== undefined && { holdId }),
        });
        if (answer.kind !== "answered") return { kind: "stopped", notice: { kind: answer.kind } };
        const { outcome } = answer;
        if (outcome.ok) {
          store.putHold(outcome.hold, outcome.serverNow);
          return { kind: "held" };
        }
        if (outcome.code === "seat_taken") return { kind: "taken", seats: outcome.seats ?? labels };
        const holdIsOver = ["hold_expired", "not_found", "not_yours"].includes(outcome.code);
        if (holdId === undefined || !holdIsOver || attempt > 1) {
          return { kind: "stopped", notice: this.#noticeOf(outcome) };
        }
        // The hold these seats should have joined has ended: they begin a new one.
        store.dropHold(holdId, this.#connection.clock.now() ?? 0);
      }
    } finally {
      store.unmarkAsking(labels);
    }
  }

  async #requestRelease(hold: Hold, seats: string[]): Promise<void> {
    const { store } = this.#connection;
    store.markReleasing(seats);
    const all = seats.length === hold.seats.length;
    const answer = await this.#connection.request("hold:release", {
      holdId: hold.id,
      ...(!all && { seats }),
    });
    if (answer.kind === "answered" && answer.outcome.ok) {
      const { hold: rest, serverNow } = answer.outcome;
      if (rest) store.putHold(rest, serverNow);
      else store.dropHold(hold.id, serverNow);
      return;
    }
    store.unmarkReleasing(seats);
    if (answer.kind === "answered" && !answer.outcome.ok) this.#handleRefusal(answer.outcome);
    else if (answer.kind !== "answered") this.#notify({ kind: answer.kind });
  }

  #handleRefusal(refusal: Refusal): void {
    this.#notify(this.#noticeOf(refusal));
    this.#connection.sync();
  }

  #noticeOf(refusal: Refusal): BuyerNotice {
    if (refusal.code === "too_many_seats") {
      return { kind: "too-many", limit: refusal.limit ?? this.#maxSeats };
    }
    return { kind: "refused", code: refusal.code, message: refusal.message };
  }

  #notifyTaken(labels: readonly string[]): void {
    const [first] = seatsNamed(this.#plan, labels);
    this.#notify({ kind: "taken", seats: labels, offers: first ? this.#offersFor(first) : [] });
  }

  #offersFor(seat: LayoutSeat): LayoutSeat[][] {
    const group = withPartner(this.#plan, seat);
    return nearestSeats(
      this.#plan,
      (other) => this.#isFree(other) && !group.includes(other),
      seat,
      MAX_OFFERS,
    );
  }

  #isFree(seat: LayoutSeat): boolean {
    return this.#connection.store.view(seat.index) === "available";
  }

  #seatsHeldOrAsked(): number {
    return this.#connection.store.seats.filter((seat) => seat.get() === "mine" || seat.get() === "asking")
      .length;
  }

  #notify(notice: BuyerNotice | undefined): void {
    this.notice.set(notice);
  }

  /** A task that fails, as on an answer that is none, is its own affair: the next one is begun all the same. */
  #enqueue(task: () => Promise<void>): void {
    this.#lastTask = this.#lastTask.then(task).catch(() => {
      this.#connection.pauseUntilSynced();
      this.#notify({ kind: "lost" });
    });
  }
}
