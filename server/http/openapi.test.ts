/** The description is held against the server: every route answers as it says, and no other status. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Booking, Hold } from "#contract/outcomes";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";

type Schema = Parameters<typeof z.fromJSONSchema>[0];
interface Operation {
  summary: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { description: string; content: { "application/json": { schema: Schema } } }>;
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Refusal: Schema } };
}

const showId = "demo";
let services: TestServices;
let node: TestNode;
let buyer: Buyer;
let description: Description;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
  buyer = await openBuyer(node.url);
  description = (await request<Description>(node.url, "GET", "/api/openapi.json")).body;
});
beforeEach(() => request(node.url, "POST", "/api/demo/reset"));
afterAll(async () => {
  buyer.close();
  await node.stop();
  await services.remove();
});

/** Asks, and holds the answer against what the description says of it. */
async function ask<T>(method: string, path: string, values: Record<string, string> = {}, body?: object) {
  const operation = description.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  const actual = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const answer = await buyer.http<T>(method, actual, body);
  const described = operation.responses[String(answer.status)];
  expect(described, `${method} ${path} answered ${answer.status}`).toBeDefined();
  const schema = described?.content["application/json"].schema ?? true;
  const isRefusal = typeof schema === "object" && schema.$ref === "#/components/schemas/Refusal";
  const checked = z.fromJSONSchema(isRefusal ? description.components.schemas.Refusal : schema);
  expect(checked.safeParse(answer.body).error, `${method} ${path}`).toBeUndefined();
  return answer;
}

const hold = async (seats: string[]) =>
  (await ask<{ hold: Hold }>("POST", "/api/holds", {}, { showId, seats })).body.hold;

describe("the description", () => {
  it("names every route of the box office", () => {
    const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(description.openapi).toMatch(/^3\.1/);
    expect(routes).toEqual(
      expect.arrayContaining([
        "GET /api/shows",
        "GET /api/shows/{showId}",
        "GET /api/shows/{showId}/seats",
        "POST /api/holds",
        "POST /api/holds/{holdId}/extend",
        "DELETE /api/holds/{holdId}",
        "POST /api/holds/{holdId}/confirm",
        "GET /api/bookings",
        "GET /api/bookings/{reference}",
        "POST /api/bookings/{reference}/cancel",
        "POST /api/seats/book",
        "POST /api/demo/reset",
      ]),
    );
  });

  it("names every parameter of every path, and nothing that the path does not have", () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        const named = operation.parameters?.filter((parameter) => parameter.in === "path") ?? [];
        expect(named.map(({ name }) => name)).toEqual(inPath);
      }
    }
  });
});

describe("every route answers as described", () => {
  it("when all goes well", async () => {
    await ask("GET", "/api/shows");
    await ask("GET", "/api/shows/{showId}", { showId });
    await ask("GET", "/api/shows/{showId}/seats", { showId });
    const { id: holdId } = await hold(["A1", "A2"]);
    await ask("POST", "/api/holds/{holdId}/extend", { holdId });
    const confirmed = await ask<{ booking: Booking }>(
      "POST",
      "/api/holds/{holdId}/confirm",
      { holdId },
      { idempotencyKey: "k", name: "An", email: "an@example.com" },
    );
    const { reference } = confirmed.body.booking;
    await ask("GET", "/api/bookings");
    await ask("GET", "/api/bookings/{reference}", { reference });
    await ask("POST", "/api/bookings/{reference}/cancel", { reference });
    const { id: unwanted } = await hold(["B1"]);
    await ask("DELETE", "/api/holds/{holdId}", { holdId: unwanted });
    await ask("POST", "/api/seats/book", {}, { seatId: "C1", userId: "an" });
    await ask("POST", "/api/demo/reset");
  });

  it("when it refuses", async () => {
    const other = await openBuyer(node.url);
    const theirs = await other.ask("seat:hold", { showId, seats: ["A1"] });
    const sold = await other.ask("seat:book", { showId, seats: ["A2"], idempotencyKey: "k" });
    const holdId = theirs.ok ? theirs.hold.id : "";
    const reference = sold.ok ? sold.booking.reference : "";
    other.close();
    const gone = { holdId: "demo.0123456789abcdef" };
    const nowhere = { holdId: "never.0123456789abcdef" };
    const key = { idempotencyKey: "k" };
    const answers = [
      await ask("GET", "/api/shows/{showId}", { showId: "never" }),
      await ask("GET", "/api/shows/{showId}/seats", { showId: "NEVER" }),
      await ask("POST", "/api/holds", {}, { showId, seats: ["A1"] }),
      await ask("POST", "/api/holds", {}, { showId, seats: [] }),
      await ask("POST", "/api/holds", {}, { showId, seats: ["B1"], holdId }),
      await ask("POST", "/api/holds/{holdId}/extend", { holdId }),
      await ask("POST", "/api/holds/{holdId}/extend", gone),
      await ask("POST", "/api/holds/{holdId}/extend", nowhere),
      await ask("DELETE", "/api/holds/{holdId}", { holdId }),
      await ask("DELETE", "/api/holds/{holdId}", gone),
      await ask("DELETE", "/api/holds/{holdId}", nowhere),
      await ask("POST", "/api/holds/{holdId}/confirm", { holdId }, key),
      await ask("POST", "/api/holds/{holdId}/confirm", gone, key),
      await ask("POST", "/api/holds/{holdId}/confirm", nowhere, key),
      await ask("POST", "/api/holds/{holdId}/confirm", gone, {}),
      await ask("GET", "/api/bookings/{reference}", { reference }),
      await ask("GET", "/api/bookings/{reference}", { reference: "ACDEFGHJ" }),
      await ask("POST", "/api/bookings/{reference}/cancel", { reference }),
      await ask("POST", "/api/bookings/{reference}/cancel", { reference: "ACDEFGHJ" }),
      await ask("POST", "/api/seats/book", {}, { seatId: "A2", userId: "an" }),
      await ask("POST", "/api/seats/book", {}, { seatId: "A2", userId: "an", showId: "never" }),
    ];
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
  });

  it("when a foreign page asks", async () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (method === "get") continue;
        const answer = await buyer.http(method.toUpperCase(), path.replace(/\{\w+\}/g, "x"), undefined, {
          origin: "https://evil.example",
        });
        expect([path, answer.status]).toEqual([path, 403]);
        expect(Object.keys(operation.responses), path).toContain("403");
      }
    }
  });
});
