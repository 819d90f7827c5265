/** Applies a mutant to a copy of the source. A text that is not there exactly once is an error, and loud. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "#scripts/lib/paths";
import type { Mutant } from "./list/mutant";

/** The files as they will be, by name. */
export function mutate(root: string, { name, edits }: Mutant): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const text = files.get(file) ?? readFileSync(join(root, file), "utf8");
    const places = text.split(find).length - 1;
    if (places !== 1) {
      throw new Error(
        `the mutant ${name} no longer applies: its text stands ${places} times in ${file}:\n${find}`,
      );
    }
    files.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return files;
}

/** Answers what undoes it. */
export function applyMutant(root: string, mutant: Mutant): () => void {
  const files = mutate(root, mutant);
  const before = [...files.keys()].map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
  for (const [file, text] of files) writeFileSync(join(root, file), text);
  return () => {
    for (const [file, text] of before) writeFileSync(join(root, file), text);
  };
}

/** What git knows and what is new, with the packages linked. */
export function copySource(): string {
  const folder = mkdtempSync(join(tmpdir(), "last-seat-mutants-"));
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  for (const file of list.split("\n").filter((name) => name !== "" && existsSync(join(projectRoot, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(folder, file));
  }
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  return folder;
}
