import { expect, it } from "vitest";
import { formatDay, formatLongDay } from "./formatting";

const NOON = Date.UTC(2026, 10, 16, 5);

/** What stands between the names differs from one version of ICU to the next. */
it("a day's month is a name in English and a number in Vietnamese", () => {
  expect(formatDay(NOON, "en")).toMatch(/^Mon.* 16 Nov$/);
  expect(formatDay(NOON, "vi")).toMatch(/^Th.* 2.* 16\/11$/);
  expect(formatLongDay(NOON, "en")).toMatch(/^Monday.* 16 November 2026$/);
  expect(formatLongDay(NOON, "vi")).toMatch(/^Thứ Hai.* 16\/11\/2026$/);
});
