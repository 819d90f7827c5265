/** Configuration: read once, at boot, from the environment; a wrong variable is named with what is allowed. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { isAddressRange, type TrustedProxies } from "#server/access/client";
import { parseRedisUrl } from "#server/redis/redis-address";

const flag = z.enum(["on", "off"]).transform((value) => value === "on");
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

const listed = (text: string) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

const origins = z
  .string()
  .default("")
  .transform(listed)
  .refine((list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin), {
    error: "must be origins such as https://seats.example, separated by commas",
  });

const trustedProxies = z
  .string()
  .default("off")
  .refine((text) => text === "off" || isHops(text) || listed(text).every(isAddressRange), {
    error:
      'must be off, the number of proxies in front (1 to 32), or their addresses ("10.0.0.0/8, fd00::/8")',
  })
  .transform((text): TrustedProxies => {
    if (text === "off") return "none";
    return isHops(text) ? Number(text) : listed(text);
  });

function isHops(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 32;
}

const redisAddress = z.string().transform((text, context) => {
  const parsed = parseRedisUrl(text);
  if (parsed.ok) return parsed.address;
  context.addIssue(parsed.problem);
  return z.NEVER;
});

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  HOST: z.string().min(1).default("0.0.0.0"),
  PORT: wholeNumber(0, 65_535).prefault("3000"),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres://"),
  /** One server, a Sentinel group or a cluster: server/redis/redis-address.ts has the three forms. */
  REDIS_URL: redisAddress,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** How long a hold lasts, and how long it may last with all its extensions. */
  HOLD_TTL_MS: wholeNumber(500, 3_600_000).prefault("120000"),
  HOLD_MAX_MS: wholeNumber(500, 7_200_000).prefault("600000"),
  /** How long a guard stands between the first step of an attempt and its commit. */
  GUARD_TTL_MS: wholeNumber(100, 60_000).prefault("5000"),
  SWEEP_MS: wholeNumber(50, 60_000).prefault("1000"),
  BROADCAST_TICK_MS: wholeNumber(0, 5_000).prefault("50"),
  MAX_SEATS_PER_HOLD: wholeNumber(1, 8).prefault("8"),
  /** All limits per buyer and address together: off only where every client is known, as in a load test. */
  RATE_LIMITS: flag.default(true),
  /** Seats of one show that one address may hold at a time; new buyers get half of it at first. */
  HELD_SEATS_PER_ADDRESS: wholeNumber(1, 100_000).prefault("48"),
  /** Open sockets, and open connections of any kind, of one address. */
  SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).prefault("2000"),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).prefault("4000"),
  /** How long a request may take to arrive, and a new socket to say what it wants. */
  REQUEST_TIMEOUT_MS: wholeNumber(100, 300_000).prefault("20000"),
  SESSION_SECRET: z.string().min(16, "needs at least 16 characters").optional(),
  /** Where the site is reached, separated by commas. When it is set, no page of any other origin is the site's own. */
  PUBLIC_ORIGINS: origins,
  /** Origins besides the site's own that may open a socket or write, separated by commas. */
  ALLOWED_ORIGINS: origins,
  /** The race lab, sales without a payment, and a programme that renews itself (server/demo.ts): on, except in production. */
  DEMO: flag.optional(),
  WEB: flag.default(true),
  /** The program the lab starts its own Redis nodes with; else redis-server or valkey-server from the PATH. */
  REDIS_SERVER_BIN: z.string().optional(),
  /** Whether the lab starts etcd, ZooKeeper and RabbitMQ where they are installed, for the strategies that need them. */
  LAB_SERVERS: flag.default(true),
  /** Connections of this node to Postgres. */
  DATABASE_POOL: wholeNumber(2, 200).prefault("10"),
  /** Mark the cookie that names the buyer Secure. `auto`: when the request came over HTTPS, or the site is reached only so. */
  SECURE_COOKIES: z.enum(["on", "off", "auto"]).default("auto"),
  /** Whose `X-Forwarded-For` and `X-Forwarded-Proto` to believe: so many proxies in a row, or those at addresses. */
  TRUST_PROXY: trustedProxies,
  /** Answers `/metrics` on a port of its own, which a load balancer does not lead to, and nowhere else. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  /** How long `/readyz` fails before the door closes: longer than a load balancer takes to notice. */
  DRAIN_NOTICE_MS: wholeNumber(0, 120_000).prefault("0"),
});

export type Config = ReturnType<typeof readConfig>;

export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = issue.path.join(".");
      if (present[name] === undefined) return `  ${name} is missing`;
      return `  ${name} is ${JSON.stringify(withoutSecrets(present[name]))}: ${issue.message}`;
    });
    throw new ConfigError(`The configuration cannot be used:\n${lines.join("\n")}`);
  }
  const { SESSION_SECRET, DEMO, ...rest } = parsed.data;
  return {
    ...rest,
    DEMO: DEMO ?? rest.NODE_ENV !== "production",
    /** Without a secret every buyer is forgotten with the process: fine on one laptop, wrong behind a load balancer. */
    SESSION_SECRET: SESSION_SECRET ?? randomBytes(32).toString("hex"),
    hasLastingSecret: SESSION_SECRET !== undefined,
  };
}

/** Of an address, who logs in is left out: what is wrong is written to a log. */
function withoutSecrets(value: string | undefined): string | undefined {
  return value?.replace(/:\/\/.*@/, "://…@").replace(/(password=)[^&]*/i, "$1…");
}
