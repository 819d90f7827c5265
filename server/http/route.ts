/** A route described once: the description registers it, checks what it is sent, and becomes its OpenAPI entry. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { explain } from "#server/access/explain-invalid";
import { sendRefusal } from "./answers";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Counts as an attempt, not as reading. */
    writes?: boolean;
  }
}

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** With `{name}` for a parameter. */
  path: string;
  summary: string;
  /** Path parameters, query and body together: one object, as the socket has it. */
  request?: z.ZodObject;
  /** Which fields of `request` come in the query; the others are in the path if named there, else in the body. */
  query?: string[];
  answer: z.ZodType;
  /** Refusal statuses beside 400, 429 and 503. */
  refusals?: number[];
  writes?: boolean;
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export function route<Schema extends z.ZodObject>(
  description: Omit<Route, "handle" | "request"> & {
    request: Schema;
    handle: (asked: z.infer<Schema>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  },
): Route {
  return {
    ...description,
    async handle(request, reply) {
      const parsed = description.request.safeParse(gather(request));
      if (parsed.success) return description.handle(parsed.data, request, reply);
      return sendRefusal(reply, request.language, {
        ok: false,
        code: "invalid",
        detail: explain(parsed.error),
      });
    },
  };
}

type WriteGate = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

export function addRoutes(app: FastifyInstance, routes: Route[], admitWrite: WriteGate): void {
  for (const { method, path, writes, handle } of routes) {
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      // Before the body is read.
      ...(writes && { onRequest: admitWrite, config: { writes } }),
      handler: handle,
    });
  }
}

function gather(request: FastifyRequest): Record<string, unknown> {
  const { body, query, params } = request;
  return { ...asRecord(body), ...asRecord(query), ...asRecord(params) };
}

function asRecord(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
