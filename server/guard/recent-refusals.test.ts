import { expect, it } from "vitest";
import { createRecentRefusals } from "./recent-refusals";

const attempt = { showId: "demo", buyer: "s-binh", token: "t-binh", seats: [7] };
/** As the script answers: at the attempt's first seat stands the guard of another buyer. */
const BLOCKERS = [0, "1 g s-an:t-an"];

it("S10 a refusal is remembered from when Redis was asked, however late its answer came", () => {
  const refusals = createRecentRefusals(60_000);
  const askedAtMs = performance.now();
  expect(refusals.remember(attempt, BLOCKERS, { askedAtMs, underWay: undefined })).toEqual([7]);
  expect(refusals.recall(attempt)).toEqual([7]);
  const longAgo = { askedAtMs: askedAtMs - 60_000, underWay: undefined };
  expect(refusals.remember(attempt, BLOCKERS, longAgo)).toEqual([7]);
  expect(refusals.recall(attempt)).toEqual([]);
});

it("S20 a sale that was refused from memory is not the one that is let through to ask again, nor asks when all others do", () => {
  const sale = { ...attempt, key: "k" };
  const other = { ...attempt, key: "another" };
  let nowMs = 0;
  const refusals = createRecentRefusals(50, () => nowMs);
  refusals.remember(attempt, BLOCKERS, { askedAtMs: 0, underWay: undefined });
  nowMs = 24;
  expect(refusals.recall(sale)).toEqual([7]);
  nowMs = 26;
  expect(refusals.recall(sale)).toEqual([7]);
  expect(refusals.recall(other)).toEqual([]);
  nowMs = 51;
  expect(refusals.recall(sale)).toEqual([7]);
  expect(refusals.recall(other)).toEqual([]);
  nowMs = 101;
  expect(refusals.recall(sale)).toEqual([]);
});

it("G6 a refusal is remembered for everybody but the buyer whose guard stands there", () => {
  const refusals = createRecentRefusals(60_000);
  refusals.remember(attempt, BLOCKERS, { askedAtMs: performance.now(), underWay: undefined });
  expect(refusals.recall({ ...attempt, buyer: "s-chi" })).toEqual([7]);
  expect(refusals.recall({ ...attempt, buyer: "s-an" })).toEqual([]);
});
