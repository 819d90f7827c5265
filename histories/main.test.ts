/** The command by which others judge a history of their own. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { booked, historyOf, operation } from "#testing/history";
import { type History, printHistory } from "./history";

const first = operation("ann", "book", "A1", [0, 10], booked("R1"));
const second = operation("bob", "book", "A1", [15, 20], booked("R2"));

it.each<[string, History | string, number, string]>([
  ["says of a legal history that it is", historyOf(first), 0, "1 operations: legal"],
  ["names the few that no order explains", historyOf(first, second), 1, "- bob's book of A1"],
  ["reads the ledger in the file", { ...historyOf(first), ledger: { bookings: [] } }, 1, "booking-lost"],
  ["says what is wrong with a file that is none", "{}", 2, "not a history"],
])("H4 the command %s", (_, history, code, said) => {
  const input = typeof history === "string" ? history : printHistory(history);
  const args = ["--import", "tsx", "histories/main.ts", "check", "-"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: "utf8" });
  expect(`${stdout}${stderr}`).toContain(said);
  expect(status).toBe(code);
});
