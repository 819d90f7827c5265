import { describe, expect, it } from "vitest";
import type { Hold } from "#contract/outcomes";
import type { SeatChange, SeatCode } from "#contract/seat-codes";
import { withSeeds } from "#testing/random";
import { ShowStore } from "./show-store";

const LABELS = ["A1", "A2", "A3", "A4"];
const store = (seats = "aaaa", version = 0) => new ShowStore({ version, seats }, LABELS);
const views = (from: ShowStore) => from.seats.map((seat) => seat.get()).join(" ");
const hold = (...seats: string[]): Hold => ({
  id: "demo.h1",
  showId: "demo",
  seats,
  expiresAt: 120_000,
  extendable: true,
});
function receive(to: ShowStore, ...changes: SeatChange[]): void {
  to.receive({ showId: "demo", from: to.version, to: to.version + changes.length, changes });
}

describe("the store of a show", () => {
  it("shows the snapshot it was made from", () => {
    expect(views(store("ahbx"))).toBe("available held sold blocked");
    expect(store("ahba").seatsLeft.get()).toBe(2);
  });

  it("S17 offers no free seat once the show has begun, and leaves the buyer what is the buyer's", () => {
    const show = store("aaab");
    show.putHold(hold("A1", "A2"), 1);
    show.closeSales();
    expect(views(show)).toBe("mine mine blocked sold");
    show.markReleasing(["A1"]);
    receive(show, [0, "a"], [3, "a"]);
    show.putHold(hold("A2"), 2);
    expect(views(show)).toBe("blocked mine blocked blocked");
    expect(new ShowStore({ version: 0, seats: "ahaa" }, LABELS, true).view(0)).toBe("blocked");
  });

  it("P16 shows seats that are held again after their hold ended, whichever was heard first", () => {
    const show = store();
    show.putHold(hold("A1"), 1);
    receive(show, [0, "h"], [0, "a"]);
    show.dropHold("demo.h1", 2);
    show.putHold({ ...hold("A1"), id: "demo.h2" }, 3);
    receive(show, [0, "h"]);
    expect(views(show)).toBe("mine available available available");
  });

  it("wakes the readers of the changed seat only", () => {
    const show = store();
    const woken: number[] = [];
    for (const [index, seat] of show.seats.entries()) seat.subscribe(() => woken.push(index));
    receive(show, [2, "h"]);
    receive(show, [2, "h"]);
    expect(woken).toEqual([2]);
  });

  it("stops waking a reader that has left", () => {
    const show = store();
    let woken = 0;
    const stop = show.seats[0]?.subscribe(() => {
      woken += 1;
    });
    stop?.();
    receive(show, [0, "h"]);
    expect(woken).toBe(0);
  });

  it("keeps the first value for hydration while the seat moves on", () => {
    const show = store();
    receive(show, [0, "b"]);
    expect([show.seats[0]?.getInitial(), show.seats[0]?.get()]).toEqual(["available", "sold"]);
  });

  it("shows a seat as asking at once, and as mine when the hold is answered, whatever the feed says", () => {
    const show = store();
    show.markAsking(["A1"]);
    expect(views(show)).toBe("asking available available available");
    show.putHold(hold("A1"), 1);
    show.unmarkAsking(["A1"]);
    expect(views(show)).toBe("mine available available available");
    receive(show, [0, "a"]);
    receive(show, [0, "h"]);
    expect(views(show)).toBe("mine available available available");
  });

  it("shows a refused seat as the feed has it", () => {
    const show = store();
    show.markAsking(["A1"]);
    receive(show, [0, "h"]);
    show.unmarkAsking(["A1"]);
    expect(show.view(0)).toBe("held");
  });

  it("does not flash a seat that was let go as someone else's", () => {
    const show = store();
    show.putHold(hold("A1", "A2"), 1);
    receive(show, [0, "h"], [1, "h"]);
    const seen: string[] = [];
    show.seats[0]?.subscribe(() => seen.push(show.view(0)));
    show.markReleasing(["A1"]);
    show.putHold(hold("A2"), 2);
    receive(show, [0, "a"]);
    expect(seen).toEqual(["available"]);
    receive(show, [0, "h"]);
    expect(seen).toEqual(["available", "held"]);
  });

  it("follows the feed when someone else took a seat before our letting go was answered", () => {
    const show = store();
    show.putHold(hold("A1"), 1);
    receive(show, [0, "h"]);
    show.markReleasing(["A1"]);
    receive(show, [0, "h"]);
    expect(show.view(0)).toBe("held");
    show.dropHold("demo.h1", 2);
    expect(show.view(0)).toBe("held");
  });

  it("is not misled by our own hold when the feed tells it only after we let go", () => {
    const show = store();
    show.putHold(hold("A1"), 1);
    show.markReleasing(["A1"]);
    show.putHold({ ...hold(), seats: [] }, 2);
    receive(show, [0, "h"]);
    expect(show.view(0)).toBe("available");
    receive(show, [0, "a"]);
    expect(show.view(0)).toBe("available");
  });

  it("keeps a seat whose letting go was refused", () => {
    const show = store();
    show.putHold(hold("A1"), 1);
    show.markReleasing(["A1"]);
    show.unmarkReleasing(["A1"]);
    expect(show.view(0)).toBe("mine");
  });

  it("frees the seats of a lapsed hold at once", () => {
    const show = store();
    show.putHold(hold("A1", "A2"), 1);
    receive(show, [0, "h"], [1, "h"]);
    show.dropHold("demo.h1", 2);
    expect(views(show)).toBe("available available available available");
    expect(show.holds.get()).toEqual([]);
  });

  it("does not believe an older word on a hold that comes later", () => {
    const show = store();
    show.putHold(hold("A1", "A2"), 20);
    show.putHold(hold("A1"), 10);
    expect(show.holds.get()[0]?.seats).toEqual(["A1", "A2"]);
    show.dropHold("demo.h1", 15);
    expect(show.holds.get()).toHaveLength(1);
  });

  it("tells my tickets from other people's, and gives one up when it was cancelled", () => {
    const show = store("bbaa");
    show.setOwn([], [{ reference: "TICKET", showId: "demo", seats: ["A1"], total: 1 }], 1);
    expect(views(show)).toBe("ticket sold available available");
    receive(show, [0, "a"]);
    expect(show.view(0)).toBe("available");
  });

  it("finds my hold again in the answer to a join", () => {
    const show = store("haaa");
    show.setOwn([hold("A1")], [], 5);
    expect(views(show)).toBe("mine available available available");
    show.setOwn([], [], 6);
    expect(show.view(0)).toBe("held");
  });

  it("lists what others did, grouped by packet and kind, newest first, and nothing of my own", () => {
    const show = store();
    show.markAsking(["A1"]);
    receive(show, [0, "h"], [1, "b"], [2, "b"], [3, "h"]);
    receive(show, [3, "a"]);
    expect(show.recentChanges.get().map(({ kind, seats }) => [kind, seats])).toEqual([
      ["freed", [3]],
      ["held", [3]],
      ["sold", [1, 2]],
    ]);
  });

  it("says nothing of what happened before a new snapshot", () => {
    const show = store();
    show.catchUp({ version: 9, seats: "bbbb" }, 0);
    expect(show.recentChanges.get()).toEqual([]);
    expect(show.seatsLeft.get()).toBe(0);
  });

  it("ends with the truth however a buyer clicks among others", () => {
    withSeeds(100, (random) => {
      const show = store();
      const truth: SeatCode[] = ["a", "a", "a", "a"];
      for (let step = 0; step < 100; step += 1) {
        const seat = random.below(4);
        const label = LABELS[seat] ?? "A1";
        const act = random.below(5);
        if (act === 0) show.markAsking([label]);
        if (act === 1) show.unmarkAsking([label]);
        if (act === 2) show.markReleasing([label]);
        if (act === 3) show.putHold(hold(label), step);
        if (act === 4) {
          const code = random.pick(["a", "h", "b"]);
          truth[seat] = code;
          receive(show, [seat, code]);
        }
      }
      // The buyer has stopped; a join tells everything.
      show.unmarkAsking(LABELS);
      show.catchUp({ version: show.version, seats: truth.join("") }, show.version);
      show.setOwn([], [], 1000);
      const expected = truth.map((code) => ({ a: "available", h: "held", b: "sold", x: "blocked" })[code]);
      expect(views(show)).toBe(expected.join(" "));
      expect(show.seatsLeft.get()).toBe(truth.filter((code) => code === "a").length);
    });
  });
});
