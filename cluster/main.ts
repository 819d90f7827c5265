/** `npm run cluster`, once its packages are there. */
import { parseArgs } from "node:util";
import { buildIfNeeded } from "#scripts/lib/build-if-needed";
import { ExpectedFailure } from "#scripts/lib/expected-failure";
import { answers } from "#scripts/lib/ports";
import { showProgress } from "#scripts/lib/progress";
import { type Cluster, startCluster } from "./cluster";
import type { Place } from "./part";
import { provideClusterPrograms } from "./programs";
import { FAULTS } from "./prove/faults";
import { prove } from "./prove/prove";
import { describeProof, isSound } from "./prove/report";
import { watchCluster } from "./view";

const USAGE = `Usage: npm run cluster [-- --sentinel]
       npm run cluster -- prove [--seed N] [--minutes M] [--only "primary killed,node frozen"] [--async] [--sentinel]`;

/** Holds that nobody confirms lapse while the buyers are still there; they all come from one address. */
const PROVE_SETTINGS = { HOLD_TTL_MS: "20000", RATE_LIMITS: "off" };

const SETTINGS = ["RATE_LIMITS", "HOLD_TTL_MS", "HOLD_MAX_MS", "DEMO", "LOG_LEVEL", "DATABASE_POOL"];
const SITE_PORT = 3100;

/** Its answer is the exit code. `onStarted` is given what stops the cluster, as soon as there is something to stop. */
export async function runCluster(
  place: Place,
  args: string[],
  onStarted: (stop: () => Promise<void>) => void,
): Promise<number> {
  const { values, positionals } = readArguments(args);
  const proving = positionals[0] === "prove";
  const faults = chosenFaults(values.only);
  console.log("Last Seat, as a cluster");
  await provideClusterPrograms(place.processes);
  await buildIfNeeded(place.processes);
  const port = proving ? undefined : await sitePort();
  const cluster = await showProgress("cluster", "HAProxy, nodes, Patroni, etcd and Redis", () =>
    startCluster(place, {
      redis: values.sentinel ? "sentinel" : "cluster",
      synchronous: !values.async,
      settings: { ...givenSettings(), ...(proving && PROVE_SETTINGS) },
      sitePort: port,
    }),
  );
  onStarted(cluster.stop);
  if (!proving) {
    console.log(`\nLast Seat is open: ${cluster.url}   (Ctrl-C closes it)\n`);
    await watchCluster(cluster);
    return 0;
  }
  return proveAndReport(cluster, {
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
    minutes: values.minutes === undefined ? undefined : Number(values.minutes),
    faults,
    isControl: values.async,
  });
}

/** Settings of the nodes that were given in the environment: `RATE_LIMITS=off npm run cluster`. */
function givenSettings(): Record<string, string> {
  const given = SETTINGS.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** PORT if it is given, else one beside that of `npm start`, else whichever is free. */
async function sitePort(): Promise<number | undefined> {
  const given = Number(process.env.PORT || SITE_PORT);
  if (!(await answers("127.0.0.1", given))) return given;
  if (process.env.PORT) throw new ExpectedFailure(`Port ${given} is taken.`);
  return undefined;
}

async function proveAndReport(
  cluster: Cluster,
  { isControl, ...options }: Parameters<typeof prove>[1] & { isControl: boolean },
): Promise<number> {
  console.log(`seed ${options.seed}`);
  const proof = await prove(cluster, { ...options, onProgress: (line) => console.log(`  ${line}`) });
  console.log(`\n${describeProof(proof)}\n`);
  if (!isControl) {
    console.log(isSound(proof) ? "Passed." : "FAILED.");
    return isSound(proof) ? 0 : 1;
  }
  // The control must lose: else this run could not have seen a loss.
  const seen = proof.lost.length > 0;
  console.log(
    seen
      ? "Without synchronous replication acknowledged bookings were lost, as they must be: the run can see it."
      : "FAILED: without synchronous replication nothing was lost. This run cannot see a loss.",
  );
  return seen ? 0 : 1;
}

function chosenFaults(only: string | undefined) {
  if (only === undefined) return FAULTS;
  return only.split(",").map((name) => {
    const fault = FAULTS.find((one) => one.name === name.trim());
    if (fault) return fault;
    throw new ExpectedFailure(
      `There is no fault "${name}". There are: ${FAULTS.map((one) => one.name).join(", ")}.`,
    );
  });
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        seed: { type: "string" },
        minutes: { type: "string" },
        only: { type: "string" },
        async: { type: "boolean", default: false },
        sentinel: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new ExpectedFailure(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
