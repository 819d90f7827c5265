import { expect, it } from "vitest";
import { createTurns } from "./turns";

/** Work that ends when it is told to. */
function workshop() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, work, end };
}

it("D9 begins so many at a time, and the next when one is done", async () => {
  const { begun, work, end } = workshop();
  const turns = createTurns(2);
  for (const name of ["a", "b", "c", "d"]) void turns.take("::1", work(name));
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("a");
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

it("D9 lets addresses take turns: a neighbour does not wait behind all that one has asked for", async () => {
  const { begun, work, end } = workshop();
  const turns = createTurns(1);
  for (const name of ["a1", "a2", "a3"]) void turns.take("a", work(name));
  void turns.take("b", work("b1"));
  for (const name of ["a1", "a2", "b1"]) await end(name);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

it("D9 passes the turn on when work fails, or takes too long because nobody reads it", async () => {
  const { begun, work } = workshop();
  const turns = createTurns(1, 10);
  await expect(turns.take("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  void turns.take("a", work("never read"));
  await turns.take("b", async () => void begun.push("next"));
  expect(begun).toEqual(["never read", "next"]);
});
