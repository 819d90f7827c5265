/**
 * `npm run torture`: drives three nodes of the product under random faults and judges what came of it; the report
 * is in torture/results. `--mutants` breaks the source on purpose and sees that the tests and the torture notice.
 */
import { parseArgs } from "node:util";
import setUp from "#testing/set-up";
import { describeRound } from "./progress";
import { writeReport } from "./report/write-report";
import { torture } from "./torture";

const USAGE = `Usage: npm run torture [-- --minutes 5] [--seed 7] [--healed-within-ms 2000] [--until-wrong]
       npm run torture -- --mutants [NAME …]`;

// The clients of a tortured server may still be waiting for it.
process.exit(await run());

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: "string", default: "1" },
      seed: { type: "string", default: "7" },
      "healed-within-ms": { type: "string", default: "2000" },
      "until-wrong": { type: "boolean", default: false },
      mutants: { type: "boolean", default: false },
    },
  });
  if (values.mutants) {
    const { runMutants } = await import("./mutants/run-mutants");
    return runMutants(positionals);
  }
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  const healedWithinMs = Number(values["healed-within-ms"]);
  if (!(minutes > 0 && healedWithinMs > 0) || !Number.isInteger(seed) || positionals.length > 0) {
    console.error(USAGE);
    return 2;
  }
  console.log(`Torture for ${minutes} min with seed ${seed}: three nodes, one Postgres, one Redis`);
  const tearDown = await setUp();
  try {
    const rounds = await torture({
      seed,
      durationMs: minutes * 60_000,
      healedWithinMs,
      untilWrong: values["until-wrong"],
      onRound: (round, number) => console.log(describeRound(round, number)),
    });
    const { file, wrong, sentence } = writeReport({
      rounds,
      seed,
      minutes,
      healedWithinMs,
    });
    console.log(
      `${sentence}\n${wrong === 0 ? "Nothing wrong was found." : `${wrong} things are WRONG.`}\n${file}`,
    );
    return wrong === 0 ? 0 : 1;
  } finally {
    await tearDown();
  }
}
