import { expect, it } from "vitest";
import { booked, historyOf, operation } from "#testing/history";
import { historyLink, readHistoryLink } from "./history-link";

it("H5 a link brings back the history it was made of, in any script", () => {
  const history = historyOf(operation("Nguyễn Văn Ánh", "book", "A1", [0, 1], booked("R1")));
  const link = historyLink(history) ?? "";
  expect(JSON.parse(readHistoryLink(new URL(link, "http://localhost").hash) ?? "")).toEqual(history);
});

it("H5 a history of hundreds of operations has no link", () => {
  const many = Array.from({ length: 200 }, () => operation("ann", "book", "A1", [0, 1], booked("R1")));
  expect(historyLink(historyOf(...many))).toBeNull();
});

it.each(["", "#", "#%%%"])("H5 what is no link is not read: %s", (hash) => {
  expect(readHistoryLink(hash)).toBeNull();
});
