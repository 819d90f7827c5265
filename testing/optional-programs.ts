/** Tests that need a server which is not everywhere: skipped where it is missing, with its name in the title. */
import { describe } from "vitest";
import { findOptionalProgram, installLine, type OptionalProgram } from "#scripts/lib/optional-programs";

export function describeWith(needed: OptionalProgram[], title: string, body: () => void): void {
  const missing = needed.filter((name) => !findOptionalProgram(name));
  if (missing.length === 0) describe(title, body);
  else describe.skip(`${title} (needs ${missing.join(", ")}: ${installLine(missing)})`, body);
}
