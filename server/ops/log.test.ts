import { fastify } from "fastify";
import { expect, it } from "vitest";
import { createLog } from "./log";

function keptLines() {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  return { log, read: () => lines.map((line) => JSON.parse(line)) };
}

it("writes down what an error was, and where", () => {
  const { log, read } = keptLines();
  log.warn({ error: new TypeError("no such table") }, "old races could not be pruned");
  log.warn({ err: new Error("closed") }, "a library's way");
  expect(read()).toMatchObject([
    { error: { type: "TypeError", message: "no such table", stack: expect.stringContaining("log.test") } },
    { err: { message: "closed" } },
  ]);
});

it("writes a request's errors the same way", async () => {
  const { log, read } = keptLines();
  const app = fastify({ loggerInstance: log });
  app.get("/", async (request) => {
    request.log.error(
      { error: new Error("out of paper"), url: request.url },
      "a request could not be handled",
    );
    return {};
  });
  await app.inject("/");
  await app.close();
  expect(read()).toMatchObject([{ url: "/", error: { message: "out of paper" } }]);
});
