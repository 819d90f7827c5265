/** The page that a newcomer reads first says what is so: its files exist, and are as long as it says. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#scripts/lib/paths";

const page = join(projectRoot, "docs/architecture.md");
const text = readFileSync(page, "utf8");

it("every file that the page links to exists", () => {
  const links = [...text.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
});

it("every place that the table of changes names exists", () => {
  const [, table = ""] = text.split("## I want to change …");
  const places = [...(table.split("\n## ")[0] ?? "").matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(
    ([, place = ""]) => place,
  );
  expect(places.length).toBeGreaterThan(30);
  expect(places.filter((place) => !existsSync(join(projectRoot, place)))).toEqual([]);
});

it("one click goes through at most ten files, each as long as the page says", () => {
  const rows = [...text.matchAll(/^\| +\d+ \| \[([^\]]+)\]\([^)]+\) +\| +(\d+) \|/gm)];
  const said = rows.map(([, file = "", lines]) => `${file} ${lines}`);
  const counted = rows.map(([, file = ""]) => {
    const lines = readFileSync(join(projectRoot, file), "utf8").split("\n").length - 1;
    return `${file} ${lines}`;
  });
  expect(said).toHaveLength(10);
  expect(said).toEqual(counted);
});
