/** A strategy's own file, as it lies on disk, with the lines on which its steps are marked. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { StrategySource } from "#contract/lab";
import { type StrategyId, strategyCard } from "#contract/lab-strategies";

const MARKS = /\b(?:step|aside)\(\s*"([a-z-]+)"/g;
const THINKING = /\bthink\(\)/g;

export async function readStrategySource(strategy: StrategyId): Promise<StrategySource> {
  const { sourcePath } = strategyCard(strategy);
  const text = await readFile(path.resolve(sourcePath), "utf8");
  const lines: Record<string, number[]> = {};
  const mark = (name: string, index: number) => {
    lines[name] = [...(lines[name] ?? []), text.slice(0, index).split("\n").length];
  };
  for (const match of text.matchAll(MARKS)) if (match[1]) mark(match[1], match.index);
  for (const match of text.matchAll(THINKING)) mark("think", match.index);
  return { strategy, path: sourcePath, text, lines };
}
