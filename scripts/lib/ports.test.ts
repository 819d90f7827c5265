import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Among 22,768 two processes that know nothing of each other would meet with near certainty. */
const PORTS_EACH = 500;
/** Says which it was given, and lives until its input ends. */
const PROGRAM = `
  import { freePort } from "./scripts/lib/ports.mjs";
  const ports = [];
  while (ports.length < ${PORTS_EACH}) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  await new Promise((resolve) => process.stdin.resume().once("end", resolve));
`;

it("no two processes are given the same port while both live", async () => {
  const children = [1, 2].map(() => {
    const running = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PROGRAM]);
    const said = new Promise<void>((resolve) => running.child.stdout?.once("data", () => resolve()));
    return { running, said };
  });
  await Promise.all(children.map(({ said }) => said));
  for (const { running } of children) running.child.stdin?.end();
  const given = await Promise.all(children.map(async ({ running }) => JSON.parse((await running).stdout)));
  expect(new Set(given.flat()).size).toBe(2 * PORTS_EACH);
});
