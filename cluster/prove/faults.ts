/** What is done to the cluster while buyers buy. Each is struck, stays until they buy again, and is then mended. */
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "#testing/random";
import type { Cluster } from "../cluster";
import type { Part } from "../part";
import type { PostgresMember } from "../patroni";
import {
  countFollowing,
  type PartState,
  readEtcdLeader,
  readPostgres,
  readRedisMasters,
  readState,
} from "../state";
import { switchOver } from "../switch-over";

export interface Fault {
  name: string;
  /** Its answer mends it. */
  strike: (cluster: Cluster, random: Random) => Promise<() => Promise<void>>;
}

/** How long what is written stays with the primary before it is killed: the standbys ask again after three seconds. */
const STALL_MS = 2_000;
/** Others sell meanwhile: long enough that a node's buyers must have gone to another. */
const FROZEN_NODE_MS = 5_000;
const KNOWN_WITHIN_MS = 120_000;
const WHOLE_WITHIN_MS = 600_000;
const LOOK_EVERY_MS = 200;

export const FAULTS: readonly Fault[] = [
  { name: "primary killed", strike: async (cluster) => killed((await primaryOf(cluster)).part) },
  { name: "primary frozen", strike: async (cluster) => frozen((await primaryOf(cluster)).part) },
  {
    name: "primary cut off from etcd",
    async strike(cluster) {
      const primary = await primaryOf(cluster);
      const mend = frozen(linkOf(cluster, primary));
      // It sells until it notices: it is mended once another has its place.
      await untilReplaced(cluster, primary);
      return mend;
    },
  },
  {
    name: "primary killed while stalled",
    async strike(cluster) {
      const primary = await primaryOf(cluster);
      // What it writes no longer reaches its standbys.
      for (const pid of primary.walSenders()) process.kill(pid, "SIGSTOP");
      await delay(STALL_MS);
      return killed(primary.part);
    },
  },
  {
    name: "planned switchover",
    async strike(cluster) {
      const primary = await primaryOf(cluster);
      await switchOver(cluster);
      await untilReplaced(cluster, primary);
      return async () => {};
    },
  },
  { name: "synchronous standby killed", strike: async (cluster) => killed((await standbyOf(cluster)).part) },
  { name: "synchronous standby frozen", strike: async (cluster) => frozen((await standbyOf(cluster)).part) },
  {
    name: "etcd leader killed",
    async strike({ etcd, ...cluster }, random) {
      const leader = await readEtcdLeader({ etcd, ...cluster });
      return killed(etcd.parts.find(({ name }) => name === leader) ?? anyOf(etcd.parts, random));
    },
  },
  {
    name: "Redis master killed",
    async strike(cluster, random) {
      const masters = await untilKnown("which Redis is a master", async () => {
        const found = await readRedisMasters(cluster);
        return found.length > 0 ? found : undefined;
      });
      return killed(anyOf(masters, random));
    },
  },
  { name: "node killed", strike: async (cluster, random) => killed(anyNode(cluster, random)) },
  {
    name: "node frozen",
    async strike(cluster, random) {
      const mend = frozen(anyNode(cluster, random));
      await delay(FROZEN_NODE_MS);
      return mend;
    },
  },
  {
    name: "nodes restarted in turn",
    async strike({ nodes }) {
      for (const { part } of nodes) {
        await part.stop();
        await part.bringBack();
      }
      return async () => {};
    },
  },
];

/** Everything runs, Postgres has its synchronous standby and both follow, and every node is ready. */
export async function untilWhole(cluster: Cluster): Promise<void> {
  const deadline = performance.now() + WHOLE_WITHIN_MS;
  let missing = "";
  let state: PartState[] = [];
  while (performance.now() < deadline) {
    state = await readState(cluster);
    const roles = state.map(({ role }) => role);
    const notReady = state.filter(
      ({ part, role, detail }) =>
        role === "" ||
        (part.kind === "node" && role !== "ready") ||
        (part.kind === "postgres" && !/running|streaming/.test(detail)),
    );
    missing = notReady.map(({ part }) => part.name).join(", ");
    const replicated = !cluster.synchronous || roles.includes("sync standby");
    if (missing === "" && roles.includes("primary") && replicated) {
      if ((await countFollowing(cluster)) === cluster.postgres.length - 1) return;
    }
    await delay(LOOK_EVERY_MS);
  }
  const seen = state.map(
    ({ part, condition, role, detail }) => `${part.name}: ${condition} ${role} ${detail}`,
  );
  const why = missing || "not every standby follows";
  throw new Error(`the cluster did not become whole again: ${why}\n${seen.join("\n")}`);
}

async function killed(part: Part): Promise<() => Promise<void>> {
  await part.kill();
  return () => part.bringBack();
}

function frozen(part: Part): () => Promise<void> {
  part.freeze();
  return async () => part.thaw();
}

function untilReplaced(cluster: Cluster, { part }: PostgresMember): Promise<string> {
  return untilKnown(`who took the place of ${part.name}`, async () => {
    const { leader } = await readPostgres(cluster);
    return leader === part.name ? undefined : leader;
  });
}

async function primaryOf(cluster: Cluster): Promise<PostgresMember> {
  return untilKnown("who the primary is", async () =>
    memberNamed(cluster, (await readPostgres(cluster)).leader),
  );
}

async function standbyOf(cluster: Cluster): Promise<PostgresMember> {
  return untilKnown("who the synchronous standby is", async () => {
    const { leader, syncStandby, members } = await readPostgres(cluster);
    const any = members.find(({ name }) => name !== leader)?.name;
    return memberNamed(cluster, cluster.synchronous ? syncStandby : any);
  });
}

function memberNamed({ postgres }: Cluster, name: string | undefined): PostgresMember | undefined {
  return postgres.find(({ part }) => part.name === name);
}

/** On a busy machine an answer may be late, and an election under way. */
async function untilKnown<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Error(`nobody knows ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

function linkOf({ links, postgres }: Cluster, member: PostgresMember): Part {
  const link = links[postgres.indexOf(member)];
  if (!link) throw new Error(`${member.part.name} has no link`);
  return link;
}

function anyNode({ nodes }: Cluster, random: Random): Part {
  return anyOf(
    nodes.map(({ part }) => part),
    random,
  );
}

function anyOf(parts: Part[], random: Random): Part {
  const [first, ...others] = parts;
  if (!first) throw new Error("there is none to be struck");
  return random.pick([first, ...others]);
}
