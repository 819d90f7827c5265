/** The parts of an OpenAPI description that a reader wants, flattened: one entry an operation. */
import { z } from "zod";
import { schemaAsType } from "./schema-as-type";

const media = z.object({
  content: z.object({ "application/json": z.object({ schema: z.json() }) }).optional(),
});
const operation = z.object({
  summary: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(["path", "query"]),
        required: z.boolean(),
        schema: z.json(),
      }),
    )
    .default([]),
  requestBody: media.optional(),
  responses: z.record(z.string(), media.extend({ description: z.string() })),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
const objectSchema = z.object({
  properties: z.record(z.string(), z.json()),
  required: z.array(z.string()).default([]),
});

interface ApiField {
  name: string;
  where: "path" | "query" | "body";
  required: boolean;
  type: string;
}

export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  fields: ApiField[];
  answer: string;
  refusals: { status: string; reason: string }[];
}

export function readOperations(api: object): ApiOperation[] {
  return Object.entries(description.parse(api).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, parameters, requestBody, responses }]) => ({
      id: `${method}${path.replaceAll(/[^a-z]+/gi, "-")}`,
      method: method.toUpperCase(),
      path,
      summary,
      fields: [
        ...parameters.map(({ name, in: where, required, schema }) => ({
          name,
          where,
          required,
          type: schemaAsType(schema),
        })),
        ...bodyFields(schemaOf(requestBody)),
      ],
      answer: schemaAsType(schemaOf(responses["200"])),
      refusals: Object.entries(responses)
        .filter(([status]) => status !== "200")
        .map(([status, { description: reason }]) => ({ status, reason })),
    })),
  );
}

function bodyFields(schema: unknown): ApiField[] {
  const body = objectSchema.safeParse(schema);
  if (!body.success) return [];
  return Object.entries(body.data.properties).map(([name, property]) => ({
    name,
    where: "body",
    required: body.data.required.includes(name),
    type: schemaAsType(property),
  }));
}

function schemaOf(part: z.infer<typeof media> | undefined): unknown {
  return part?.content?.["application/json"].schema;
}
