/** What a run leaves behind: a page with a picture, the figures, and every history that no order explains. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printHistory } from "#histories/history";
import { projectRoot } from "#scripts/lib/paths";
import { countOutcomes, describeRound } from "../progress";
import type { Round } from "../round";
import { drawRounds } from "./picture";

interface Report {
  rounds: Round[];
  seed: number;
  minutes: number;
  healedWithinMs: number;
}

export function writeReport({ rounds, seed, minutes, healedWithinMs }: Report) {
  const folder = join(projectRoot, "torture/results");
  mkdirSync(folder, { recursive: true });
  const commit = commitOf();
  const name = join(folder, `seed-${seed}`);
  const operations = rounds.flatMap(({ history }) => history.operations);
  const counts = countOutcomes(operations);
  const wrong = rounds.flatMap((round) => round.wrong);
  const worst = (of: (round: Round) => number | null) => {
    const all = rounds.map(of);
    return all.includes(null) ? "never" : `${Math.round(Math.max(0, ...all.map((ms) => ms ?? 0)))} ms`;
  };
  const sentence =
    `${rounds.length} rounds, ${rounds.reduce((sum, { faults }) => sum + faults.length, 0)} faults, ` +
    `${operations.length} operations: ${counts.granted} granted, ${counts.refused} refused, ${counts.unknown} unknown. ` +
    `After healing every free seat could be had within ${worst(({ healing }) => healing.refusedForMs)} and every ` +
    `screen was right within ${worst(({ healing }) => healing.screenWrongForMs)} (allowed: ${healedWithinMs} ms, and ` +
    "what the judge itself was late).";
  const picture = drawRounds(rounds);
  writeFileSync(`${name}.svg`, picture);
  writeFileSync(`${name}.html`, page({ sentence, commit, seed, minutes, picture, rounds, wrong }));
  for (const [at, { unexplained }] of rounds.entries()) {
    if (unexplained) writeFileSync(`${name}-round-${at + 1}.history.json`, printHistory(unexplained));
  }
  return { file: `${name}.html`, wrong: wrong.length, sentence };
}

interface Page {
  sentence: string;
  commit: string;
  seed: number;
  minutes: number;
  picture: string;
  rounds: Round[];
  wrong: string[];
}

function page({ sentence, commit, seed, minutes, picture, rounds, wrong }: Page): string {
  const list = (all: string[]) => all.map((one) => `<li><pre>${escapeHtml(one)}</pre></li>`).join("\n");
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Torture, seed ${seed}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
  pre { white-space: pre-wrap; margin: 0; }
  svg { width: 100%; height: auto; }
</style>
<h1>Torture, seed ${seed}</h1>
<p>${escapeHtml(sentence)}</p>
<p>Commit ${escapeHtml(commit)}, ${minutes} min. Run it again: <code>npm run torture -- --minutes ${minutes} --seed ${seed}</code></p>
<h2>${wrong.length === 0 ? "Nothing wrong was found" : "What is wrong"}</h2>
<ul>${list(wrong)}</ul>
${picture}
<h2>Rounds</h2>
<ol>${list(rounds.map((round, at) => describeRound(round, at + 1)))}</ol>
</html>
`;
}

function commitOf(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).trim();
    return git("rev-parse", "HEAD") + (git("status", "--porcelain") === "" ? "" : ", changed");
  } catch {
    return "unknown";
  }
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
