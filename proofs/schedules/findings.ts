/** What was found, kept from run to run: the table in docs and the game's shortest breaks are made of it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type SearchedSchedules, searchedSchedules } from "#contract/lab-schedules";
import { shortestBreak } from "#contract/lab-shortest-break";
import { STRATEGIES } from "#contract/lab-strategies";
import { writeMarkedSection } from "#scripts/lib/marked-section";
import { projectRoot } from "#scripts/lib/paths";
import { renderTable } from "../../bench/tables";

const FILE = join(projectRoot, "app/lab/scheduler/schedules.json");
/** Where rule L20 says how many were played. */
const SPEC = join(projectRoot, "docs/spec-lab.md");
export const UNBROKEN = /0 of [\d,]+ schedules/;
const PAGE = join(projectRoot, "docs/schedules.md");

export function readFindings(): SearchedSchedules[] {
  return existsSync(FILE) ? z.array(searchedSchedules).parse(JSON.parse(readFileSync(FILE, "utf8"))) : [];
}

/** In place of what was found before of the same. */
export function publish(found: SearchedSchedules): void {
  const others = readFindings().filter(
    ({ strategy, buyers, interruptions }) =>
      strategy !== found.strategy || buyers !== found.buyers || interruptions !== found.interruptions,
  );
  const order = ({ strategy, buyers, interruptions }: SearchedSchedules) =>
    STRATEGIES.findIndex(({ id }) => id === strategy) * 100 + buyers * 10 + interruptions;
  const findings = [...others, found].sort((one, other) => order(one) - order(other));
  writeFileSync(FILE, `${JSON.stringify(findings, null, 2)}\n`);
  writeMarkedSection(PAGE, "schedules", tableOf(findings));
  const spec = readFileSync(SPEC, "utf8");
  writeFileSync(SPEC, spec.replace(UNBROKEN, `0 of ${unbrokenSchedules(findings)} schedules`));
}

/** Of strategies that cannot be broken by their cards; a wider search has the schedules of a narrower one. */
export function unbrokenSchedules(findings: SearchedSchedules[]): string {
  let sum = 0;
  for (const { id } of STRATEGIES.filter(({ game }) => !game.breakable)) {
    for (const buyers of [2, 3]) {
      const own = findings.filter((found) => found.strategy === id && found.buyers === buyers);
      sum += Math.max(0, ...own.map(({ schedules }) => schedules));
    }
  }
  return sum.toLocaleString("en-US");
}

export function tableOf(findings: SearchedSchedules[]): string {
  const rows = STRATEGIES.flatMap(({ id, title }) => {
    const own = findings.filter(({ strategy }) => strategy === id);
    if (own.length === 0) return [[title.en, "not searched"]];
    const count = (buyers: number, interruptions: number) => {
      const found = own.find((one) => one.buyers === buyers && one.interruptions === interruptions);
      if (!found) return "";
      const { soldTwice, schedules, complete } = found;
      const share = `${soldTwice} of ${complete ? "" : "the first "}${schedules}`;
      return soldTwice === 0 ? share : `**${share}**`;
    };
    const broken = shortestBreak(own, id);
    const searched = own.some(({ interruptions }) => interruptions > 0);
    const shortest = broken ? `\`${broken.shortest}\`` : searched ? "none" : "";
    return [[title.en, count(2, 0), count(2, 1), count(2, 2), count(3, 0), shortest]];
  });
  const columns = [
    "Sold twice in",
    "two buyers, every order",
    "… frozen, woken, lapsed, interrupted once",
    "… or twice",
    "three buyers, every order",
  ];
  return `${renderTable({ caption: "", columns: [...columns, "shortest break"], rows })}\n\n${madeOf(findings)}`;
}

/** Searches of several days and commits may stand in one table. */
function madeOf(findings: SearchedSchedules[]): string {
  const places = findings.map(
    ({ commit, date, servers }) =>
      `commit ${commit} on ${date}, ${Object.entries(servers)
        .map(([name, version]) => `${name} ${version}`)
        .join(", ")}`,
  );
  return `Counted by \`npm run schedules -- --publish\`: ${[...new Set(places)].join("; ")}.`;
}
