/**
 * What a buyer can do on the map. Requests go out one after another, because the first seat begins a hold and
 * the next ones join it; what was clicked meanwhile is shown as asking. Every outcome ends as a notice: a value
 * the page puts into words.
 */
import type { LayoutSeat } from "#contract/layout";
import type { Hold, Refusal, RefusalCode } from "#contract/outcomes";
import { Cell } from "../../lib/live/cell";
import type { LiveShow } from "../../lib/live/live-show";
import type { SeatView } from "../../lib/live/show-store";
import { type BestSeatsWish, bestSeats } from "./best-seats";
import { nearestSeats } from "./nearest-seats";
import { type Room, seatsNamed, withPartner } from "./room";

export const MAX_SEATS = 8;
const OFFERS = 3;
/** Someone can be faster this often before we stop trying for the buyer. */
const MAX_TRIES = 25;

export type Notice =
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
  | { kind: "stopped"; notice: Notice };

export class Buyer {
  readonly notice = new Cell<Notice | undefined>(undefined);
  /** Best seats are being looked for. */
  readonly searching = new Cell(false);

  readonly #live: LiveShow;
  readonly #room: Room;
  #tail: Promise<void> = Promise.resolve();

  constructor(live: LiveShow, room: Room) {
    this.#live = live;
    this.#room = room;
  }

  /** Takes the seat or lets it go; both halves of a couple seat together. */
  toggle(seat: LayoutSeat): void {
    const group = withPartner(this.#room, seat);
    const views = group.map(({ index }) => this.#live.store.view(index));
    const unavailable = views.find((view) => !["available", "asking", "mine"].includes(view));
    const { closed } = this.#live.store;
    if (views.includes("mine") || views.includes("asking")) this.letGo(group.map(({ label }) => label));
    else if (unavailable === "blocked" && closed.get()) this.#say({ kind: "begun" });
    else if (unavailable)
      this.#say({ kind: "not-free", seat, view: unavailable, offers: this.#offersFor(seat) });
    else this.take(group);
  }

  /** Holds exactly these seats, all or none. */
  take(group: readonly LayoutSeat[]): void {
    if (!this.#mayTake(group.length)) return;
    const labels = group.map(({ label }) => label);
    this.#live.store.ask(labels);
    this.#enqueue(async () => {
      const result = await this.#hold(labels);
      if (result.kind === "stopped") this.#say(result.notice);
      if (result.kind === "taken") this.#sayTaken(result.seats);
    });
  }

  letGo(labels: readonly string[]): void {
    if (!this.#mayTake(0)) return;
    const { store } = this.#live;
    this.#enqueue(async () => {
      for (const hold of store.holds.get()) {
        const seats = hold.seats.filter((label) => labels.includes(label));
        if (seats.length > 0) await this.#release(hold, seats);
      }
    });
  }

  extend(holdId: string): void {
    this.#enqueue(async () => {
      const answer = await this.#live.request("hold:extend", { holdId });
      if (answer.kind !== "answered") {
        this.#say({ kind: answer.kind });
      } else if (!answer.outcome.ok) {
        this.#stopped(answer.outcome);
      } else {
        this.#live.store.putHold(answer.outcome.hold, answer.outcome.serverNow);
        this.#say({ kind: "extended" });
      }
    });
  }

  /** Looks for the best seats and holds them, again and again while someone else is faster. */
  takeBest(wish: BestSeatsWish): void {
    if (!this.#mayTake(wish.count)) return;
    this.searching.set(true);
    this.#enqueue(async () => {
      try {
        this.#say(await this.#tryBest(wish));
      } finally {
        this.searching.set(false);
      }
    });
  }

  dismiss(): void {
    this.#say(undefined);
    this.#live.lapsed.set(undefined);
  }

  /** Begins a new action, whose notice replaces the last one's. */
  #mayTake(seats: number): boolean {
    const offline = this.#live.connection.get() !== "live";
    const tooMany = seats > 0 && this.#seatsInHand() + seats > MAX_SEATS;
    this.#live.lapsed.set(undefined);
    this.#say(offline ? { kind: "offline" } : tooMany ? { kind: "too-many", limit: MAX_SEATS } : undefined);
    return !offline && !tooMany;
  }

  async #tryBest(wish: BestSeatsWish): Promise<Notice> {
    const refused = new Set<string>();
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const found = bestSeats(this.#room, (seat) => this.#isFree(seat) && !refused.has(seat.label), {
        near: seatsNamed(
          this.#room,
          this.#live.store.holds.get().flatMap(({ seats }) => seats),
        ),
        ...wish,
      });
      if (!found) return { kind: "best-none", count: wish.count };
      if (!found.together) return { kind: "best-apart", count: wish.count, offer: found.seats };
      const labels = found.seats.map(({ label }) => label);
      this.#live.store.ask(labels);
      const result = await this.#hold(labels);
      if (result.kind === "held") return { kind: "best-held", seats: labels, tries };
      if (result.kind === "stopped") return result.notice;
      for (const label of result.seats) refused.add(label);
    }
    return { kind: "best-none", count: wish.count };
  }

  /** One request for seats already shown as asking; afterwards they are shown as what they are. */
  async #hold(labels: string[]): Promise<HoldResult> {
    const { store } = this.#live;
    try {
      const requestId = newRequestId();
      for (let attempt = 1; ; attempt += 1) {
        const holdId = store.holds.get().at(-1)?.id;
        const answer = await this.#live.request("seat:hold", {
          showId: this.#live.showId,
          seats: labels,
          requestId,
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
        store.dropHold(holdId, this.#live.clock.now() ?? 0);
      }
    } finally {
      store.stopAsking(labels);
    }
  }

  async #release(hold: Hold, seats: string[]): Promise<void> {
    const { store } = this.#live;
    store.leave(seats);
    const all = seats.length === hold.seats.length;
    const answer = await this.#live.request("hold:release", { holdId: hold.id, ...(!all && { seats }) });
    if (answer.kind === "answered" && answer.outcome.ok) {
      const { hold: rest, serverNow } = answer.outcome;
      if (rest) store.putHold(rest, serverNow);
      else store.dropHold(hold.id, serverNow);
      return;
    }
    store.stay(seats);
    if (answer.kind === "answered" && !answer.outcome.ok) this.#stopped(answer.outcome);
    else if (answer.kind !== "answered") this.#say({ kind: answer.kind });
  }

  #stopped(refusal: Refusal): void {
    this.#say(this.#noticeOf(refusal));
    this.#live.sync();
  }

  #noticeOf(refusal: Refusal): Notice {
    if (refusal.code === "too_many_seats") return { kind: "too-many", limit: MAX_SEATS };
    return { kind: "refused", code: refusal.code, message: refusal.message };
  }

  #sayTaken(labels: readonly string[]): void {
    const [first] = seatsNamed(this.#room, labels);
    this.#say({ kind: "taken", seats: labels, offers: first ? this.#offersFor(first) : [] });
  }

  #offersFor(seat: LayoutSeat): LayoutSeat[][] {
    const group = withPartner(this.#room, seat);
    return nearestSeats(this.#room, (other) => this.#isFree(other) && !group.includes(other), seat, OFFERS);
  }

  #isFree(seat: LayoutSeat): boolean {
    return this.#live.store.view(seat.index) === "available";
  }

  #seatsInHand(): number {
    return this.#live.store.seats.filter((seat) => seat.get() === "mine" || seat.get() === "asking").length;
  }

  #say(notice: Notice | undefined): void {
    this.notice.set(notice);
  }

  #enqueue(task: () => Promise<void>): void {
    this.#tail = this.#tail.then(task);
  }
}

/** `crypto.randomUUID` would ask for a secure context, which http on a local network is not. */
function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
