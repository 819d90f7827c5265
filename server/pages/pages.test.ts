import { text } from "node:stream/consumers";
import { type FastifyInstance, fastify } from "fastify";
import { afterEach, expect, it } from "vitest";
import { readJsonOnly } from "#server/http/json-only";
import { routePages } from "./pages";

const FRAMES = JSON.stringify({ frames: Array.from({ length: 2_000 }, (_, line) => ({ line })) });

let app: FastifyInstance;
afterEach(() => app.close());

/** In place of Next: answers what it was asked and what it could still read of the body. */
async function open(development: boolean) {
  app = fastify({ bodyLimit: 10_000 });
  readJsonOnly(app);
  routePages(app, async (request, response) => void response.end(`${request.url} ${await text(request)}`), {
    development,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return async (path: string) => {
    const answer = await fetch(`${url}${path}`, { method: "POST", body: FRAMES });
    return { status: answer.status, body: await answer.text() };
  };
}

it("D3 in development Next's own tools read what they post, whatever it is", async () => {
  const post = await open(true);
  for (const path of ["/__nextjs_original-stack-frames", "/_next/mcp"]) {
    expect(await post(path)).toEqual({ status: 200, body: `${path} ${FRAMES}` });
  }
  expect((await post("/shows/demo")).status).toBe(415);
});

it("D3 in production nobody posts anything but JSON", async () => {
  const post = await open(false);
  for (const path of ["/__nextjs_original-stack-frames", "/shows/demo"]) {
    expect((await post(path)).status).toBe(415);
  }
});
