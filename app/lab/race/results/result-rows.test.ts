import { describe, expect, it } from "vitest";
import { DEFAULT_SETUP, type RaceSide } from "../setup/race-setup";
import { expectedVerdict, resultRowOf, toCsv, toMarkdown } from "./result-rows";

const NAIVE: RaceSide = { strategy: "naive", fault: null };
const numbers = {
  requests: 100,
  success: 97,
  failed: 3,
  doubleBookings: 96,
  p50Ms: 12.34,
  p99Ms: null,
  postgresStatements: 200,
  redisCommands: 0,
};

describe("the table of races", () => {
  const row = resultRowOf(1, NAIVE, DEFAULT_SETUP, 7, numbers);

  it("judges a race by the ledger's count and says what was to be expected", () => {
    expect(row).toMatchObject({ verdict: "sold-many", expected: "sold-many" });
    expect(resultRowOf(2, NAIVE, DEFAULT_SETUP, 7, { ...numbers, success: 1 }).verdict).toBe("sold-once");
    expect(resultRowOf(3, NAIVE, DEFAULT_SETUP, 7, { ...numbers, success: 0 }).verdict).toBe("sold-none");
    expect(expectedVerdict({ strategy: "redis-lock", fault: "holder-paused" })).toBe("sold-many");
    expect(expectedVerdict({ strategy: "redis-lock", fault: null })).toBe("sold-once");
  });

  it("is written as CSV under the names of the API, an unknown number left empty", () => {
    expect(toCsv([row])).toBe(
      "strategy,fault,buyers,thinkMs,instances,poolSize,seed,requests,success,failed,doubleBookings,p50Ms,p99Ms,postgresStatements,redisCommands\r\n" +
        "naive,,100,20,3,10,7,100,97,3,96,12.34,,200,0\r\n",
    );
  });

  it("is written as Markdown in the reader's words", () => {
    const text = toMarkdown([row], {
      strategy: "Strategy",
      columns: {
        requests: "Requests",
        success: "Success",
        failed: "Failed",
        doubleBookings: "Double",
        p50Ms: "p50",
        p99Ms: "p99",
        postgresStatements: "Postgres",
        redisCommands: "Redis",
      },
      title: () => "Look | write",
      number: (value) => (value === null ? "–" : String(value)),
    });
    expect(text.split("\n")[0]).toBe(
      "| Strategy | Requests | Success | Failed | Double | p50 | p99 | Postgres | Redis |",
    );
    expect(text.split("\n")[2]).toBe("| Look \\| write | 100 | 97 | 3 | 96 | 12.34 | – | 200 | 0 |");
  });
});
