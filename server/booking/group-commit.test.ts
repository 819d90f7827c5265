import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createGroupCommit } from "./group-commit";

interface Pick {
  buyer: string;
  seat: string;
}

/** A statement whose commits the test lets through one by one. */
function gatedStatement(answerTo: (pick: Pick) => string = ({ buyer }) => `${buyer} has it`) {
  const batches: Pick[][] = [];
  const gates: (() => void)[] = [];
  return {
    batches,
    decide: async (batch: Pick[]) => {
      batches.push(batch);
      await new Promise<void>((resolve) => gates.push(resolve));
      return batch.map(answerTo);
    },
    async commitNext() {
      gates.shift()?.();
      await turn();
      await turn();
    },
  };
}

const keysOf = ({ seat, buyer }: Pick) => [seat, `@${buyer}`];

describe("group commit", () => {
  it("C1 sends a request that finds it idle at the end of the same turn", async () => {
    const statement = gatedStatement();
    const commits = createGroupCommit({ decide: statement.decide, keysOf });
    const answer = commits.submit({ buyer: "An", seat: "A1" });
    await turn();
    expect(statement.batches).toEqual([[{ buyer: "An", seat: "A1" }]]);
    await statement.commitNext();
    expect(await answer).toBe("An has it");
  });

  it("C2 decides together what arrived while statements were under way", async () => {
    const statement = gatedStatement();
    const commits = createGroupCommit({ decide: statement.decide, keysOf, lanes: 1 });
    const first = commits.submit({ buyer: "An", seat: "A1" });
    await turn();
    const others = ["B1", "B2", "B3"].map((seat) => commits.submit({ buyer: seat, seat }));
    await turn();
    expect(statement.batches).toHaveLength(1);
    await statement.commitNext();
    expect(statement.batches[1]).toHaveLength(3);
    await statement.commitNext();
    await Promise.all([first, ...others]);
    expect(statement.batches).toHaveLength(2);
  });

  it("C3 never lets one statement decide two requests for one seat, nor two of one buyer", async () => {
    const statement = gatedStatement();
    const commits = createGroupCommit({ decide: statement.decide, keysOf });
    const answers = [
      commits.submit({ buyer: "An", seat: "A1" }),
      commits.submit({ buyer: "Bình", seat: "A1" }),
      commits.submit({ buyer: "An", seat: "C7" }),
      commits.submit({ buyer: "Chi", seat: "D4" }),
    ];
    for (let at = 0; at < 4; at += 1) {
      await turn();
      await statement.commitNext();
    }
    await Promise.all(answers);
    expect(statement.batches.map((batch) => batch.map(({ buyer, seat }) => `${buyer} ${seat}`))).toEqual([
      ["An A1", "Chi D4"],
      ["Bình A1", "An C7"],
    ]);
  });

  it("C4 decides each request alone when the database will not take the batch", async () => {
    const commits = createGroupCommit<Pick, string>({
      keysOf,
      decide: async (batch) => {
        if (batch.some(({ buyer }) => buyer === "poison")) throw new Error("invalid input syntax");
        return batch.map(({ seat }) => seat);
      },
    });
    const answers = await Promise.allSettled([
      commits.submit({ buyer: "An", seat: "A1" }),
      commits.submit({ buyer: "poison", seat: "A2" }),
      commits.submit({ buyer: "Chi", seat: "A3" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("C6 answers waiting requests from the grant that has just been committed", async () => {
    const statement = gatedStatement();
    const commits = createGroupCommit({
      decide: statement.decide,
      keysOf,
      foreclose: (waiting, decided) =>
        waiting.seat === decided.seat ? `${decided.buyer} was faster` : undefined,
    });
    const winner = commits.submit({ buyer: "An", seat: "A1" });
    await turn();
    const losers = Array.from({ length: 500 }, (_, at) =>
      commits.submit({ buyer: `late-${at}`, seat: "A1" }),
    );
    await turn();
    await statement.commitNext();
    expect(await winner).toBe("An has it");
    expect(new Set(await Promise.all(losers))).toEqual(new Set(["An was faster"]));
    expect(statement.batches).toHaveLength(1);
  });
});
