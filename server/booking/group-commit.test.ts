import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { PostgresUnavailable } from "#db/outages";
import { createGroupCommit } from "./group-commit";

const showId = "demo";

interface Pick {
  showId: string;
  buyer: string;
  seat: string;
}

/** A statement whose commits the test lets through one by one. */
function gatedStatement(answerTo: (pick: Pick) => string = ({ buyer }) => `${buyer} has it`) {
  const batches: Pick[][] = [];
  const gates: (() => void)[] = [];
  return {
    batches,
    decide: async (shows: Pick[][]) => {
      batches.push(shows.flat());
      await new Promise<void>((resolve) => gates.push(resolve));
      return shows.map((batch) => batch.map(answerTo));
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
    const answer = commits.submit({ showId, buyer: "An", seat: "A1" });
    await turn();
    expect(statement.batches).toEqual([[{ showId, buyer: "An", seat: "A1" }]]);
    await statement.commitNext();
    expect(await answer).toBe("An has it");
  });

  it("C2 decides together what arrived while statements were under way", async () => {
    const statement = gatedStatement();
    const commits = createGroupCommit({ decide: statement.decide, keysOf, statementsAtOnce: 1 });
    const first = commits.submit({ showId, buyer: "An", seat: "A1" });
    await turn();
    const others = ["B1", "B2", "B3"].map((seat) => commits.submit({ showId, buyer: seat, seat }));
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
      commits.submit({ showId, buyer: "An", seat: "A1" }),
      commits.submit({ showId, buyer: "Bình", seat: "A1" }),
      commits.submit({ showId, buyer: "An", seat: "C7" }),
      commits.submit({ showId, buyer: "Chi", seat: "D4" }),
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

  it("C4 finds the request the database will not take by halves, and decides all others", async () => {
    let statements = 0;
    const commits = createGroupCommit<Pick, string>({
      keysOf,
      decide: async (shows) => {
        statements += 1;
        return shows.map((batch) =>
          batch.some(({ buyer }) => buyer === "poison")
            ? new Error("invalid input syntax")
            : batch.map(({ seat }) => seat),
        );
      },
    });
    const answers = await Promise.allSettled(
      Array.from({ length: 64 }, (_, at) =>
        commits.submit({ showId, buyer: at === 20 ? "poison" : `b${at}`, seat: `A${at}` }),
      ),
    );
    expect(answers.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([20]);
    expect(statements).toBeLessThanOrEqual(1 + 2 * Math.log2(64));
  });

  it("C4 hands the requests of each show over by themselves, and one show's failure costs no other", async () => {
    const commits = createGroupCommit<Pick, string>({
      keysOf: ({ showId: show, seat }) => [`${show}/${seat}`],
      decide: async (shows) =>
        shows.map((batch) =>
          batch[0]?.showId === "away" ? new PostgresUnavailable(false) : batch.map(({ seat }) => seat),
        ),
    });
    const answers = await Promise.allSettled([
      commits.submit({ showId: "here", buyer: "An", seat: "A1" }),
      commits.submit({ showId: "away", buyer: "An", seat: "A1" }),
      commits.submit({ showId: "here", buyer: "Chi", seat: "A2" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("C7 tells an answer that was there before the node had time to read it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    try {
      const statement = gatedStatement();
      const commits = createGroupCommit({ decide: statement.decide, keysOf });
      const answer = commits.submit({ showId, buyer: "An", seat: "A1" });
      await turn();
      // The node has no time for five seconds. What has come meanwhile is read after its timers have rung.
      vi.advanceTimersByTime(5_200);
      await statement.commitNext();
      expect(await answer).toBe("An has it");
    } finally {
      vi.useRealTimers();
    }
  });

  it("C7 answers everyone within the promised time: unknown to who is under way, nothing done to who waits", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    try {
      const { decide, batches, commitNext } = gatedStatement();
      const commits = createGroupCommit<Pick, string>({ keysOf, statementsAtOnce: 1, decide });
      const first = commits.submit({ showId, buyer: "An", seat: "A1" });
      const others = Array.from({ length: 5_000 }, (_, at) =>
        commits.submit({ showId, buyer: `late-${at}`, seat: "A1" }),
      );
      const outcomes = Promise.allSettled([first, ...others]);
      await turn();
      vi.advanceTimersByTime(5_200);
      const [underWay, ...waiting] = await outcomes;
      expect(underWay).toMatchObject({ reason: { outcomeUnknown: true } });
      for (const outcome of waiting) expect(outcome).toMatchObject({ reason: { outcomeUnknown: false } });
      // And nothing is done afterwards for whom it was said that nothing was done.
      await commitNext();
      expect(batches.map((batch) => batch.length)).toEqual([1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("C6 answers waiting requests from the grant that has just been committed", async () => {
    const statement = gatedStatement();
    const commits = createGroupCommit({
      decide: statement.decide,
      keysOf,
      answerFromWinner: (waiting, decided) =>
        waiting.seat === decided.seat ? `${decided.buyer} was faster` : undefined,
    });
    const winner = commits.submit({ showId, buyer: "An", seat: "A1" });
    await turn();
    const losers = Array.from({ length: 500 }, (_, at) =>
      commits.submit({ showId, buyer: `late-${at}`, seat: "A1" }),
    );
    await turn();
    await statement.commitNext();
    expect(await winner).toBe("An has it");
    expect(new Set(await Promise.all(losers))).toEqual(new Set(["An was faster"]));
    expect(statement.batches).toHaveLength(1);
  });
});
