/** The search itself, on boards small enough to count by hand. */
import { expect, test } from "vitest";
import { type Board, explore } from "./explore";

test("L43 two buyers with five steps each have 252 orders, three with two steps each have 90", async () => {
  expect(await explore({ interruptions: 0, open: buyersWithSteps(5, "AB") })).toMatchObject({
    schedules: 252,
  });
  expect(await explore({ interruptions: 0, open: buyersWithSteps(2, "ABC"), boards: 3 })).toMatchObject({
    schedules: 90,
  });
});

test("L43 a search that is broken off says so", async () => {
  const found = await explore({ interruptions: 0, open: buyersWithSteps(5, "AB"), most: 20, boards: 3 });
  expect(found).toMatchObject({ schedules: 20, complete: false });
  const whole = await explore({ interruptions: 0, open: buyersWithSteps(5, "AB"), most: 252 });
  expect(whole).toMatchObject({ schedules: 252, complete: true });
});

function buyersWithSteps(steps: number, names: string): () => Promise<Board> {
  return async () => {
    const left = new Map([...names].map((name) => [name, steps]));
    const standing = () => ({
      buyers: [...left].map(([name, more]) => ({
        name,
        phase: more > 0 ? ("waiting" as const) : ("finished" as const),
        retries: false,
      })),
      lockHeld: false,
    });
    return {
      standing: standing(),
      async play(move) {
        left.set(move, (left.get(move) ?? 0) - 1);
        return { standing: standing(), sales: 0, lapsed: false };
      },
      close: async () => {},
    };
  };
}
