import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type FastifyInstance, fastify } from "fastify";
import { expect, test } from "vitest";
import { ANSWER_TO_THE_END, closeIdleConnections } from "./idle-connections";

/** Newer ones close by themselves what has asked nothing. */
const waitsForUnused = Number.parseInt(process.versions.node, 10) < 26;

test.each([
  { guarded: true, outcome: "closed" },
  { guarded: false, outcome: waitsForUnused ? "still waiting" : "closed" },
])("a connection that has asked nothing: guarded $guarded, $outcome", async ({ guarded, outcome }) => {
  const { app, port } = await listen(guarded);
  const accepted = once(app.server, "connection");
  const client = connect(port, "127.0.0.1");
  await accepted;
  expect(await closing(app, () => client.destroy())).toBe(outcome);
});

test.each([
  { guarded: true, outcome: "closed" },
  { guarded: false, outcome: "still waiting" },
])("a request under way is answered first: guarded $guarded, $outcome", async ({ guarded, outcome }) => {
  const { app, port } = await listen(guarded);
  const agent = new Agent({ keepAlive: true });
  const began = once(app.server, "request");
  const answer = new Promise<number | undefined>((resolve, reject) => {
    get({ port, agent }, (response) => resolve(response.resume().statusCode)).once("error", reject);
  });
  await began;
  const giveUp = async () => {
    expect(await answer).toBe(200);
    agent.destroy();
  };
  expect(await closing(app, giveUp)).toBe(outcome);
});

test.each([
  { guarded: true, status: 200 },
  { guarded: false, status: 503 },
])("a request that comes while the server closes: guarded $guarded, $status", async ({ guarded, status }) => {
  const heard: number[] = [];
  const { app, port } = await listen(guarded, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    await answer.text();
    heard.push(answer.status);
  });
  await app.close();
  expect(heard).toEqual([status]);
});

async function listen(guarded: boolean, whileClosing = async () => {}) {
  const app = fastify({ forceCloseConnections: "idle", ...(guarded && ANSWER_TO_THE_END) });
  if (guarded) closeIdleConnections(app);
  app.addHook("preClose", whileClosing);
  app.get("/", async () => delay(100, "done"));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, port: Number(new URL(url).port) };
}

async function closing(app: FastifyInstance, giveUp: () => unknown): Promise<string> {
  const closed = app.close().then(() => "closed");
  const outcome = await Promise.race([closed, delay(600, "still waiting")]);
  await giveUp();
  await closed;
  return outcome;
}
