/**
 * What is done to the cinema. A fault is begun, lasts a while and is healed; `place` is what it is done to, and
 * two faults of one place are not had at the same time.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Random } from "#testing/random";
import { type Cinema, HOLD_TTL_MS, NODES, type TorturedNode } from "./cinema";

export interface Fault {
  name: string;
  place: string;
  /** How long it lasts, if that is not for chance to say. */
  lastsMs?: number;
  /** Answers what heals it. */
  begin(cinema: Cinema, random: Random): Promise<() => Promise<void>>;
}

/** A frozen node wakes up when its guards and its holds have all lapsed. */
const BEYOND_EVERY_TTL_MS = HOLD_TTL_MS + 1_500;
const AGAIN_EVERY_MS = 150;

const ON_SERVERS: Fault[] = [
  {
    name: "Redis killed",
    place: "Redis",
    async begin({ redis }) {
      await redis.kill();
      return () => redis.start();
    },
  },
  { name: "Redis wiped", place: "Redis", begin: ({ redis }) => again(() => wipe(redis.url)) },
  {
    name: "Redis frozen",
    place: "Redis",
    async begin({ redis }) {
      redis.pause();
      return async () => redis.resume();
    },
  },
  {
    name: "Redis lagging",
    place: "Redis",
    async begin({ nodes }, random) {
      for (const { toRedis } of nodes)
        toRedis.slowDown({ requestsMs: random.below(250), repliesMs: random.below(250) });
      return async () => {
        for (const { toRedis } of nodes) toRedis.slowDown({ requestsMs: 0, repliesMs: 0 });
      };
    },
  },
  { name: "news doubled", place: "Redis", begin: ({ redis }) => doubleNews(redis.url) },
  {
    name: "Postgres killed",
    place: "Postgres",
    async begin({ postgres }) {
      await postgres.kill();
      return () => postgres.start();
    },
  },
  {
    name: "Postgres frozen",
    place: "Postgres",
    async begin({ postgres }) {
      postgres.pause();
      return async () => postgres.resume();
    },
  },
  { name: "Postgres sessions ended", place: "Postgres", begin: ({ sql }) => again(() => endSessions(sql)) },
  {
    name: "Postgres replies lost",
    place: "Postgres",
    begin: ({ nodes }) =>
      again(async () => {
        for (const { toPostgres } of nodes) toPostgres.holdReplies();
        await delay(AGAIN_EVERY_MS);
        for (const { toPostgres } of nodes) toPostgres.cut();
      }),
  },
];

const ON_A_NODE: ((at: number) => Fault)[] = [
  (at) => ({
    ...on(at, "killed"),
    async begin(cinema) {
      const node = nodeOf(cinema, at);
      await node.process().kill();
      return () => node.start();
    },
  }),
  (at) => ({
    ...on(at, "frozen beyond every TTL"),
    lastsMs: BEYOND_EVERY_TTL_MS,
    async begin(cinema) {
      const node = nodeOf(cinema, at).process();
      node.pause();
      return async () => node.resume();
    },
  }),
  (at) => ({
    ...on(at, "drained"),
    async begin(cinema) {
      const node = nodeOf(cinema, at);
      const drained = node.process().stop();
      return async () => {
        await drained;
        await node.start();
      };
    },
  }),
  (at) => ({
    ...on(at, "clock moved"),
    begin: (cinema) => again(async () => void process.kill(nodeOf(cinema, at).process().pid, "SIGUSR2"), 400),
  }),
  (at) => ({
    ...on(at, "sockets cut"),
    begin: (cinema) => again(async () => nodeOf(cinema, at).door.cut()),
  }),
  (at) => ({
    ...on(at, "Redis silent"),
    async begin(cinema) {
      const { toRedis } = nodeOf(cinema, at);
      toRedis.swallow();
      return async () => {
        toRedis.restore();
        toRedis.cut();
      };
    },
  }),
  (at) => ({
    ...on(at, "cut off from Postgres"),
    async begin(cinema) {
      const { toPostgres } = nodeOf(cinema, at);
      toPostgres.sever();
      return async () => toPostgres.restore();
    },
  }),
];

export const FAULTS: Fault[] = [
  ...ON_SERVERS,
  ...ON_A_NODE.flatMap((make) => Array.from({ length: NODES }, (_, at) => make(at))),
];

/** One to three, each at another place. */
export function chooseFaults(random: Random): Fault[] {
  const chosen: Fault[] = [];
  for (let wanted = 1 + random.below(3); wanted > 0; wanted -= 1) {
    const fault = random.chance(50)
      ? ON_SERVERS[random.below(ON_SERVERS.length)]
      : ON_A_NODE[random.below(ON_A_NODE.length)]?.(random.below(NODES));
    if (fault && chosen.every(({ place }) => place !== fault.place)) chosen.push(fault);
  }
  return chosen;
}

function on(at: number, what: string): Pick<Fault, "name" | "place"> {
  return { name: `node ${at + 1} ${what}`, place: `node ${at + 1}` };
}

function nodeOf({ nodes }: Cinema, at: number): TorturedNode {
  const node = nodes[at];
  if (!node) throw new Error(`there is no node ${at + 1}`);
  return node;
}

/** Until it is healed. What it is done to may be away for another reason. */
async function again(work: () => Promise<void>, everyMs = AGAIN_EVERY_MS): Promise<() => Promise<void>> {
  let healed = false;
  const working = (async () => {
    while (!healed) {
      await work().catch(() => {});
      await delay(everyMs);
    }
  })();
  return async () => {
    healed = true;
    await working;
  };
}

async function wipe(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on("error", () => {});
  try {
    await redis.connect();
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
}

/** Every change is told a second time, a little later. */
async function doubleNews(url: string): Promise<() => Promise<void>> {
  const [listener, teller] = [new Redis(url), new Redis(url)];
  for (const redis of [listener, teller]) redis.on("error", () => {});
  const told = new Set<string>();
  listener.on("pmessage", (_, channel: string, news: string) => {
    if (told.delete(`${channel} ${news}`)) return;
    told.add(`${channel} ${news}`);
    setTimeout(() => void teller.publish(channel, news).catch(() => {}), 50);
  });
  await listener.psubscribe("{show:*}:changes");
  return async () => {
    listener.disconnect();
    teller.disconnect();
  };
}

/** Every session but the judges'. */
async function endSessions(sql: Cinema["sql"]): Promise<void> {
  await sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
       AND application_name <> 'judge'`,
  );
}
