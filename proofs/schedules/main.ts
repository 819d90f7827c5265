/**
 * `npm run schedules`: plays every schedule of every strategy, on services of its own, and counts by the ledger how
 * many sell the seat twice. `-- --strategy naive,redlock --buyers 3 --interruptions 1` narrows it; `--publish` writes
 * what was found into docs/schedules.md and into the game's shortest breaks. A search that has more than `--most 300`
 * schedules is broken off there and says so. Of two buyers `--boards 2` are played side by side: more where a lapse
 * takes seconds, as with etcd and ZooKeeper. A strategy whose server is not installed is named and left out; one that
 * does not do what its card says fails the run.
 */
import { parseArgs } from "node:util";
import { STRATEGIES, type StrategyCard } from "#contract/lab-strategies";
import { findLabServers } from "#server/lab/ensembles/lab-servers";
import { openLab, type TestLab } from "#testing/lab";
import setUp from "#testing/set-up";
import { readCircumstances } from "../circumstances";
import { explore } from "./explore";
import { publish } from "./findings";
import { realBoards } from "./real-board";

const { values: options } = parseArgs({
  options: {
    strategy: { type: "string" },
    buyers: { type: "string" },
    interruptions: { type: "string", default: "2" },
    most: { type: "string", default: "300" },
    boards: { type: "string", default: "2" },
    publish: { type: "boolean", default: false },
  },
});
const wanted = options.strategy?.split(",");
const unknown = wanted?.filter((id) => !STRATEGIES.some((card) => card.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no strategy ${unknown.join(", ")}.`);
  process.exit(1);
}
const chosen = STRATEGIES.filter(({ id }) => wanted?.includes(id) ?? true);
/** Three buyers are quick only if nothing is frozen. By default there are as many boards as there are warm processes for. */
const searches = [
  { buyers: 2, interruptions: 0, boards: Number(options.boards) },
  ...Array.from({ length: Number(options.interruptions) }, (_, more) => ({
    buyers: 2,
    interruptions: more + 1,
    boards: Number(options.boards),
  })),
  { buyers: 3, interruptions: 0, boards: 1 },
].filter(({ buyers }) => buyers === Number(options.buyers ?? buyers));

const servers = findLabServers(true);
const tearDown = await setUp();
const lab = await openLab();
try {
  for (const card of chosen) {
    const server = card.server && servers[card.server];
    if (server?.installed === false) console.log(`not searched: ${card.id} needs ${server.install}`);
    else for (const search of searches) await searchFor(lab, card, search);
  }
} finally {
  await lab.close();
  await tearDown();
}

async function searchFor(
  { deps }: TestLab,
  { id, game }: StrategyCard,
  { buyers, interruptions, boards }: (typeof searches)[number],
): Promise<void> {
  const names = ["A", "B", "C"].slice(0, buyers);
  const startedAt = performance.now();
  const { playedAgain, ...found } = await explore({
    interruptions,
    boards,
    most: Number(options.most),
    open: realBoards(deps, { strategy: id, buyers: names, interruptions }),
    onProgress({ schedules }, waiting) {
      if (schedules % 25 === 0) process.stderr.write(`  … ${id}: ${schedules} played, ${waiting} begun\n`);
    },
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${id}, ${buyers} buyers, ${interruptions} interruptions: ${found.soldTwice} of ${found.complete ? "" : "the first "}${found.schedules} schedules sell twice` +
      `${found.shortest ? `, the shortest by ${found.shortest}` : ""} (${seconds} s, ${playedAgain} played again)`,
  );
  if (found.soldTwice > 0 && !game.breakable)
    fail(`${id} cannot be broken by its card, and was: ${found.shortest}`);
  if (found.soldTwice === 0 && found.complete && game.breakable && interruptions > 1)
    fail(`${id} was to be broken, and was not`);
  if (options.publish)
    publish({
      strategy: id,
      buyers,
      interruptions,
      ...found,
      ...(await readCircumstances(deps, "games-and-demo", id)),
    });
}

function fail(why: string): void {
  console.error(`FAILED ${why}`);
  process.exitCode = 1;
}
