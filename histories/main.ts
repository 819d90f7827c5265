/**
 * `npm run histories -- check FILE …`: whether some order explains each history, and if none does, the few
 * operations that show it. Ends with 0 if all are legal, 1 if one is not, 2 if it could not be said.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { CheckOptions } from "./check";
import { findCounterexample } from "./counterexample";
import { describeOperation } from "./finding";
import { parseHistory, printHistory } from "./history";

const USAGE = `Usage: npm run histories -- check FILE … [--tolerance-ms N] [--refusals-may-be-unjust] [--save FILE]
  FILE                       a history in JSON (docs/histories.md), - for the standard input
  --tolerance-ms N           how far the recorder's idea of a hold's end may be from the truth (0)
  --refusals-may-be-unjust   a free seat may be refused as taken
  --save FILE                where to write the few operations that no order explains`;

process.exitCode = run();

function run(): 0 | 1 | 2 {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        "tolerance-ms": { type: "string", default: "0" },
        "refusals-may-be-unjust": { type: "boolean", default: false },
        save: { type: "string" },
      },
    });
    const [command, ...files] = positionals;
    const lapseToleranceMs = Number(values["tolerance-ms"]);
    if (command !== "check" || files.length === 0 || !(lapseToleranceMs >= 0)) throw new Error(USAGE);
    const options = { lapseToleranceMs, refusalsMustBeJust: !values["refusals-may-be-unjust"] };
    const codes = files.map((file) => checkFile(file, options, values.save));
    if (codes.includes(1)) return 1;
    return codes.includes(2) ? 2 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
}

function checkFile(file: string, options: CheckOptions, save: string | undefined): 0 | 1 | 2 {
  const history = parseHistory(readFileSync(file === "-" ? 0 : file, "utf8"));
  const startedAt = performance.now();
  const found = findCounterexample(history, options);
  const ms = Math.round(performance.now() - startedAt);
  const about = `${file}: ${history.operations.length} operations${history.ledger ? " and a ledger" : ""}`;
  if (!found) {
    console.log(`${about}: legal (${ms} ms)`);
    return 0;
  }
  if (found.finding.rule === "undecided") {
    console.log(`${about}: undecided (${ms} ms)\n  ${found.finding.sentence}`);
    return 2;
  }
  console.log(`${about}: ILLEGAL, ${found.finding.rule} (${ms} ms)\n  ${found.finding.sentence}`);
  console.log(found.history.operations.length > 0 ? "  No order explains these:" : "  Nobody asked for it.");
  for (const operation of found.history.operations) console.log(`  - ${describeOperation(operation)}`);
  if (save !== undefined) writeFileSync(save, printHistory(found.history));
  return 1;
}
