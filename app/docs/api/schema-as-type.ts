/** A JSON schema as people write types: `{ ok: true, seats: string[] }`. */
import { z } from "zod";

const schemaShape = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  anyOf: z.array(z.json()).optional(),
  items: z.json().optional(),
  prefixItems: z.array(z.json()).optional(),
  properties: z.record(z.string(), z.json()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.json().optional(),
});

export function schemaAsType(schema: unknown, indent = ""): string {
  const parsed = schemaShape.safeParse(schema);
  if (!parsed.success) return "anything";
  const { type, enum: values, anyOf, items, prefixItems, properties, required = [] } = parsed.data;
  if (parsed.data.const !== undefined) return JSON.stringify(parsed.data.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf) return anyOf.map((option) => schemaAsType(option, indent)).join(" | ");
  if (prefixItems) return `[${prefixItems.map((item) => schemaAsType(item, indent)).join(", ")}]`;
  if (type === "array") return arrayText(schemaAsType(items, indent));
  if (type !== "object") return [type ?? "anything"].flat().map(typeName).join(" | ");

  const inner = `${indent}  `;
  const lines = Object.entries(properties ?? {}).map(
    ([name, property]) =>
      `${inner}${name}${required.includes(name) ? "" : "?"}: ${schemaAsType(property, inner)}`,
  );
  if (parsed.data.additionalProperties) lines.push(`${inner}…`);
  return lines.length > 0 ? `{\n${lines.join("\n")}\n${indent}}` : "{}";
}

function typeName(type: string): string {
  return type === "integer" ? "number" : type;
}

function arrayText(item: string): string {
  return /[ |]/.test(item) && !item.startsWith("{") && !item.startsWith("[") ? `(${item})[]` : `${item}[]`;
}
