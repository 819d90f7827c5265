import { expect, it } from "vitest";
import { interleavingLink, readInterleaving, readMoves } from "./interleaving";

it("reads the moves it knows and leaves out the rest", () => {
  expect(readMoves("AB ab.xyz").join("")).toBe("ABab.");
  expect(readMoves("AB".repeat(100))).toHaveLength(60);
});

it("comes back from a link as it was written", () => {
  const found = {
    strategy: "redis-lock",
    moves: readMoves("AAa.BBBaA"),
    name: "Ngủ quên & mất ghế",
  } as const;
  const link = interleavingLink(found);
  expect(readInterleaving(Object.fromEntries(new URL(link, "http://lab").searchParams))).toEqual(found);
});

it("is an empty game against naive when the link says nothing sensible", () => {
  expect(readInterleaving({ strategy: "magic", moves: ["A"], name: undefined })).toEqual({
    strategy: "naive",
    moves: [],
    name: "",
  });
});
