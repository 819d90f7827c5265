import type { z } from "zod";

/** The first thing wrong with a request, in a short sentence without its content. */
export function explain(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "wrong form";
  const where = issue.path.map(String).join(".");
  return where ? `${where}: ${issue.message}` : issue.message;
}
