import { describe, expect, it } from "vitest";
import type { SeatsUpdated } from "#contract/events";
import type { SeatChange, SeatCode } from "#contract/seat-codes";
import { type Random, withSeeds } from "#testing/random";
import { type CatchUp, SeatLog } from "./seat-log";

const packet = (from: number, to: number, ...changes: SeatChange[]): SeatsUpdated => ({
  showId: "demo",
  from,
  to,
  changes,
});
const seatsOf = (log: SeatLog) => log.codes.join("");

describe("the log of a show's seats", () => {
  it("applies a packet that follows on its version", () => {
    const log = new SeatLog({ version: 4, seats: "aaa" });
    expect(log.receive(packet(4, 5, [1, "h"]))).toEqual({ touched: [[1, "h"]], whole: false, gap: false });
    expect([seatsOf(log), log.version]).toEqual(["aha", 5]);
  });

  it("ignores a packet it has already applied", () => {
    const log = new SeatLog({ version: 4, seats: "aaa" });
    log.receive(packet(4, 6, [1, "b"]));
    expect(log.receive(packet(4, 5, [1, "h"])).touched).toEqual([]);
    expect(seatsOf(log)).toBe("aba");
  });

  it("applies a packet that begins before its version and ends after", () => {
    const log = new SeatLog({ version: 5, seats: "aha" });
    log.receive(packet(4, 7, [1, "h"], [2, "b"]));
    expect([seatsOf(log), log.version]).toEqual(["ahb", 7]);
  });

  it("reports a gap, keeps what came early, and uses it when the missing packet arrives", () => {
    const log = new SeatLog({ version: 4, seats: "aaa" });
    expect(log.receive(packet(5, 6, [2, "b"]))).toEqual({ touched: [], whole: false, gap: true });
    expect(seatsOf(log)).toBe("aaa");
    expect(log.receive(packet(4, 5, [2, "h"])).gap).toBe(false);
    expect([seatsOf(log), log.version]).toEqual(["aab", 6]);
  });

  it("takes the changes it asked for, then the packets that came meanwhile", () => {
    const log = new SeatLog({ version: 4, seats: "aaa" });
    log.receive(packet(6, 7, [0, "h"]));
    expect(log.catchUp({ version: 6, changes: [[1, "b"]] }, 4).gap).toBe(false);
    expect([seatsOf(log), log.version]).toEqual(["hba", 7]);
  });

  it("does not go back when the answer is older than what came meanwhile", () => {
    const log = new SeatLog({ version: 4, seats: "aaa" });
    log.receive(packet(4, 6, [1, "b"]));
    log.catchUp({ version: 5, changes: [[1, "h"]] }, 4);
    log.catchUp({ version: 5, seats: "aha" }, 4);
    expect([seatsOf(log), log.version]).toEqual(["aba", 6]);
  });

  it("believes a snapshot of a history shorter than its own: the database was replaced", () => {
    const log = new SeatLog({ version: 40, seats: "bbb" });
    log.receive(packet(50, 51, [0, "a"]));
    expect(log.catchUp({ version: 3, seats: "aah" }, 40)).toMatchObject({ whole: true, gap: false });
    expect([seatsOf(log), log.version]).toEqual(["aah", 3]);
  });

  it("asks for everything when a shorter history came without its seats", () => {
    const log = new SeatLog({ version: 40, seats: "bbb" });
    expect(log.catchUp({ version: 3, changes: [] }, 40).gap).toBe(true);
    expect(log.since).toBeUndefined();
    log.catchUp({ version: 3, seats: "aah" }, undefined);
    expect([seatsOf(log), log.since]).toEqual(["aah", 3]);
  });

  it("tells which seats a new snapshot changed", () => {
    const log = new SeatLog({ version: 4, seats: "aaa" });
    expect(log.catchUp({ version: 9, seats: "aab" }, 4).touched).toEqual([[2, "b"]]);
  });

  it("closes a seat whose status it does not know", () => {
    expect(seatsOf(new SeatLog({ version: 0, seats: "a?b" }))).toBe("axb");
  });

  it("converges whatever the network does", () => {
    withSeeds(200, (random) => {
      const show = new SimulatedShow(12);
      const log = new SeatLog({ version: 0, seats: show.seatsAt(0) });
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
          if (update) gap = log.receive(update).gap;
        }
        if (gap && random.chance(30)) ask(log.since);
        if (random.chance(2)) ask(log.since);
        if (answers.length > 0 && random.chance(30)) {
          const [arrived] = answers.splice(random.below(answers.length), 1);
          if (arrived) gap = log.catchUp(arrived.answer, arrived.since).gap;
        }
        // At its own version the page never shows anything but what was true then.
        expect(seatsOf(log)).toBe(show.seatsAt(log.version));
      }
      for (const { answer, since } of answers) log.catchUp(answer, since);
      for (const update of wire) log.receive(update);
      log.catchUp(show.join(log.since, random), log.since);
      expect(seatsOf(log)).toBe(show.seatsAt(show.version));
      expect(log.version).toBe(show.version);
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
