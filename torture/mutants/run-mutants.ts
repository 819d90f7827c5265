/**
 * `npm run torture -- --mutants [NAME …]`: first the source as it is must pass, or nothing that follows means anything.
 * Then each breakage by itself in a copy of the source: the tests that should notice it, up to the first that fails,
 * and if none does a torture, up to its first finding. The table is docs/mutants.md. A survivor is a bug in the
 * tests, and fails the run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { applyMutant, copySource } from "./apply";
import type { Mutant } from "./list/mutant";
import { MUTANTS } from "./mutants";
import { writeTable } from "./table";

/** A run that takes longer hangs, which is noticed too. */
const LONGEST_MS = 420_000;
/** One file after the other: of two at a time the one that is broken off may take a minute to end. */
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--maxWorkers", "1"];
/** Patient with a busy machine, or that would be noticed instead of the mutant. */
const PATIENT = ["--healed-within-ms", "10000", "--until-wrong"];
const TORTURE = ["--import", "tsx", "torture/main.ts", "--minutes", "0.5", "--seed", "7", ...PATIENT];

export interface Caught {
  mutant: Mutant;
  /** The test or judge that noticed it; null if nothing did. */
  by: string | null;
  seconds: number;
}

export async function runMutants(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !MUTANTS.some((mutant) => mutant.name === name));
  if (unknown.length > 0) {
    console.error(`There is no mutant ${unknown.join(", ")}. There are:\n${listOfMutants()}`);
    return 2;
  }
  const chosen = names.length === 0 ? MUTANTS : MUTANTS.filter(({ name }) => names.includes(name));
  const startedAt = performance.now();
  const loads = [loadavg()[0] ?? 0];
  const copy = copySource();
  const results: Caught[] = [];
  try {
    const wrong = await hunt(copy, [...new Set(chosen.flatMap(({ tests }) => tests))]);
    console.log(`control, the source as it is: ${wrong ?? "passes"} after ${secondsSince(startedAt)} s`);
    if (wrong !== null) {
      console.error(
        "What fails without a mutant notices none: this is to be repaired first. Nothing was hunted.",
      );
      return 1;
    }
    for (const mutant of chosen) {
      const begunAt = performance.now();
      const undo = applyMutant(copy, mutant);
      const by = await hunt(copy, mutant.tests);
      undo();
      const seconds = secondsSince(begunAt);
      results.push({ mutant, by, seconds });
      loads.push(loadavg()[0] ?? 0);
      console.log(`${mutant.name}: ${by === null ? "SURVIVED" : `caught by ${by}`} after ${seconds} s`);
      // After each, so that a run that is broken off has not been for nothing.
      writeTable(results, loads);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const survivors = results.filter(({ by }) => by === null).length;
  console.log(
    `${results.length - survivors} of ${results.length} mutants caught in ${secondsSince(startedAt)} s`,
  );
  return survivors === 0 ? 0 : 1;
}

/** What noticed that something is wrong, or null. */
async function hunt(root: string, tests: string[]): Promise<string | null> {
  const tested = await run(root, [...VITEST, ...tests]);
  if (tested.code !== 0) return failureIn(tested.output);
  const tortured = await run(root, TORTURE);
  if (tortured.code === 0) return null;
  return `torture: ${/WRONG: ([a-z-]+(?=:)|.{0,80})/.exec(tortured.output)?.[1] ?? lastLine(tortured.output)}`;
}

async function run(cwd: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LONGEST_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code, signal] = await once(child, "close");
  if (signal !== null) output += `\nit had not ended after ${LONGEST_MS / 1_000} s`;
  return { code, output };
}

/** The file and title of the first test that failed, as vitest prints it. */
function failureIn(output: string): string {
  const [, file, title] = /FAIL {2}(\S+) > (.*)/.exec(output) ?? [];
  if (file && title) return `${file}: ${title.trim()}`;
  // A file whose set-up or clean-up failed has no title.
  return /FAIL {2}(\S+)/.exec(output)?.[1] ?? lastLine(output);
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.slice(0, 100) ?? "it did not end well";
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1_000);
}

function listOfMutants(): string {
  return MUTANTS.map(({ name, breaks }) => `  ${name}: ${breaks}`).join("\n");
}
