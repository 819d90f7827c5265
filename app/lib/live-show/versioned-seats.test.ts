import { describe, expect, it } from "vitest";
import type { SeatsUpdated } from "#contract/events";
import type { SeatChange, SeatCode } from "#contract/seat-codes";
import { type Random, withSeeds } from "#testing/random";
import { type CatchUp, VersionedSeats } from "./versioned-seats";

const packet = (from: number, to: number, ...changes: SeatChange[]): SeatsUpdated => ({
  showId: "demo",
  from,
  to,
  changes,
});
const codesOf = (seats: VersionedSeats) => seats.codes.join("");

describe("a show's seats at a version", () => {
  it("applies a packet that follows on its version", () => {
    const seats = new VersionedSeats({ version: 4, seats: "aaa" });
    expect(seats.receive(packet(4, 5, [1, "h"]))).toEqual({
      touched: [[1, "h"]],
      replacedAll: false,
      gap: false,
    });
    expect([codesOf(seats), seats.version]).toEqual(["aha", 5]);
  });

  it("ignores a packet it has already applied", () => {
    const seats = new VersionedSeats({ version: 4, seats: "aaa" });
    seats.receive(packet(4, 6, [1, "b"]));
    expect(seats.receive(packet(4, 5, [1, "h"])).touched).toEqual([]);
    expect(codesOf(seats)).toBe("aba");
  });

  it("applies a packet that begins before its version and ends after", () => {
    const seats = new VersionedSeats({ version: 5, seats: "aha" });
    seats.receive(packet(4, 7, [1, "h"], [2, "b"]));
    expect([codesOf(seats), seats.version]).toEqual(["ahb", 7]);
  });

  it("reports a gap, keeps what came early, and uses it when the missing packet arrives", () => {
    const seats = new VersionedSeats({ version: 4, seats: "aaa" });
    expect(seats.receive(packet(5, 6, [2, "b"]))).toEqual({ touched: [], replacedAll: false, gap: true });
    expect(codesOf(seats)).toBe("aaa");
    expect(seats.receive(packet(4, 5, [2, "h"])).gap).toBe(false);
    expect([codesOf(seats), seats.version]).toEqual(["aab", 6]);
  });

  it("takes the changes it asked for, then the packets that came meanwhile", () => {
    const seats = new VersionedSeats({ version: 4, seats: "aaa" });
    seats.receive(packet(6, 7, [0, "h"]));
    expect(seats.catchUp({ version: 6, changes: [[1, "b"]] }, 4).gap).toBe(false);
    expect([codesOf(seats), seats.version]).toEqual(["hba", 7]);
  });

  it("does not go back when the answer is older than what came meanwhile", () => {
    const seats = new VersionedSeats({ version: 4, seats: "aaa" });
    seats.receive(packet(4, 6, [1, "b"]));
    seats.catchUp({ version: 5, changes: [[1, "h"]] }, 4);
    seats.catchUp({ version: 5, seats: "aha" }, 4);
    expect([codesOf(seats), seats.version]).toEqual(["aba", 6]);
  });

  it("believes a snapshot of a history shorter than its own: the database was replaced", () => {
    const seats = new VersionedSeats({ version: 40, seats: "bbb" });
    seats.receive(packet(50, 51, [0, "a"]));
    expect(seats.catchUp({ version: 3, seats: "aah" }, 40)).toMatchObject({ replacedAll: true, gap: false });
    expect([codesOf(seats), seats.version]).toEqual(["aah", 3]);
  });

  it("asks for everything when a shorter history came without its seats", () => {
    const seats = new VersionedSeats({ version: 40, seats: "bbb" });
    expect(seats.catchUp({ version: 3, changes: [] }, 40).gap).toBe(true);
    expect(seats.since).toBeUndefined();
    seats.catchUp({ version: 3, seats: "aah" }, undefined);
    expect([codesOf(seats), seats.since]).toEqual(["aah", 3]);
  });

  it("tells which seats a new snapshot changed", () => {
    const seats = new VersionedSeats({ version: 4, seats: "aaa" });
    expect(seats.catchUp({ version: 9, seats: "aab" }, 4).touched).toEqual([[2, "b"]]);
  });

  it("closes a seat whose status it does not know", () => {
    expect(codesOf(new VersionedSeats({ version: 0, seats: "a?b" }))).toBe("axb");
  });

  it("converges whatever the network does", () => {
    withSeeds(200, (random) => {
      const show = new SimulatedShow(12);
      const seats = new VersionedSeats({ version: 0, seats: show.seatsAt(0) });
      const wire: SeatsUpdated[] = [];
      const answers: { answer: CatchUp; since: number | undefined }[] = [];
      let told = 0;
      let gap = false;

      const ask = (since: number | undefined) => answers.push({ answer: show.join(since, random), since });
      for (let step = 0; step < 300; step += 1) {
        const what = random.below(10);
        if (what < 4) show.change(random.below(12), random.pick(["a", "h", "b"]));
        if (what === 4 || what === 5) {
          // A tick: the node tells what is new, sometimes reaching back; packets are lost and doubled.
          const update = show.update(Math.max(0, told - random.below(3)));
          told = show.version;
          if (!random.chance(20)) wire.push(update);
          if (random.chance(20)) wire.push(update);
        }
        if (what >= 6 && wire.length > 0) {
          const [update] = wire.splice(random.chance(70) ? 0 : random.below(wire.length), 1);
          if (update) gap = seats.receive(update).gap;
        }
        if (gap && random.chance(30)) ask(seats.since);
        if (random.chance(2)) ask(seats.since);
        if (answers.length > 0 && random.chance(30)) {
          const [arrived] = answers.splice(random.below(answers.length), 1);
          if (arrived) gap = seats.catchUp(arrived.answer, arrived.since).gap;
        }
        // At its own version the page never shows anything but what was true then.
        expect(codesOf(seats)).toBe(show.seatsAt(seats.version));
      }
      for (const { answer, since } of answers) seats.catchUp(answer, since);
      for (const update of wire) seats.receive(update);
      seats.catchUp(show.join(seats.since, random), seats.since);
      expect(codesOf(seats)).toBe(show.seatsAt(show.version));
      expect(seats.version).toBe(show.version);
    });
  });
});

/** A show as the server has it: a gap-free history from which packets, changes and snapshots are cut. */
class SimulatedShow {
  readonly #history: SeatChange[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get version(): number {
    return this.#history.length;
  }

  change(seat: number, code: SeatCode): void {
    this.#history.push([seat, code]);
  }

  seatsAt(version: number): string {
    const codes: SeatCode[] = Array.from({ length: this.#size }, () => "a");
    for (const [seat, code] of this.#history.slice(0, version)) codes[seat] = code;
    return codes.join("");
  }

  update(from: number): SeatsUpdated {
    return { showId: "demo", from, to: this.version, changes: [...new Map(this.#history.slice(from))] };
  }

  join(since: number | undefined, random: Random): CatchUp {
    if (since === undefined || random.chance(30)) {
      return { version: this.version, seats: this.seatsAt(this.version) };
    }
    return { version: this.version, changes: this.update(since).changes };
  }
}
