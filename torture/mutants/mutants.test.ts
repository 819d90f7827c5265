import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#scripts/lib/paths";
import { mutate } from "./apply";
import { MUTANTS } from "./mutants";

it.each(MUTANTS)("H7 the mutant $name still applies, and its tests exist", (mutant) => {
  expect(mutate(projectRoot, mutant).size).toBeGreaterThan(0);
  expect(mutant.tests.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
});
