/** The OpenAPI page, made from the very descriptions that register the routes and check requests. */
import { z } from "zod";
import { REFUSAL_CODES } from "#contract/outcomes";
import type { Route } from "./route";

const refusal = z.object({
  ok: z.literal(false),
  code: z.enum(REFUSAL_CODES),
  message: z.string(),
  seats: z.array(z.string()).optional(),
  retryAfterMs: z.int().optional(),
  limit: z.int().optional(),
});

const REASONS: Record<number, string> = {
  400: "The request could not be understood, or names too many seats",
  402: "The card was declined; nothing was charged",
  403: "It belongs to someone else, or a page of another origin asks",
  404: "Not found",
  409: "Someone was faster, the key was used for another request, or the seats are being paid for",
  410: "The hold has ended",
  426: "A page of an earlier version asks",
  429: "Too many attempts, or too many seats held from one address; Retry-After says when",
  503: "Nothing can be sold now, or the outcome is not known yet: repeat with the same key",
};

export function openApi(routes: Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const described of routes) {
    const methods = paths[described.path] ?? {};
    methods[described.method.toLowerCase()] = operation(described);
    paths[described.path] = methods;
  }
  return {
    openapi: "3.1.0",
    info: { title: "Last Seat", version: "1", description: "A box office that never sells a seat twice." },
    paths,
    components: { schemas: { Refusal: schemaOf(refusal) } },
  };
}

function operation(described: Route): object {
  const fields = Object.entries(described.request?.shape ?? {});
  const inPath = (name: string) => described.path.includes(`{${name}}`);
  const inQuery = (name: string) => described.query?.includes(name) ?? false;
  const parameters = fields
    .filter(([name]) => inPath(name) || inQuery(name))
    .map(([name, schema]) => ({
      name,
      in: inPath(name) ? "path" : "query",
      required: inPath(name),
      schema: schemaOf(schema),
    }));
  const body = fields.filter(([name]) => !inPath(name) && !inQuery(name));
  const ofWrites = described.writes ? [403, 426] : [];
  const statuses = new Set([400, ...(described.refusals ?? []), ...ofWrites, 429, 503]);
  return {
    summary: described.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && { requestBody: json(schemaOf(z.object(Object.fromEntries(body)))) }),
    responses: {
      200: { description: "Done", ...json(schemaOf(described.answer)) },
      ...Object.fromEntries(
        [...statuses].map((status) => [
          status,
          { description: REASONS[status] ?? "Refused", ...json({ $ref: "#/components/schemas/Refusal" }) },
        ]),
      ),
    },
  };
}

function json(schema: object): object {
  return { content: { "application/json": { schema } } };
}

function schemaOf(schema: z.core.$ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}
