/** Configuration: read once, at boot, from the environment; a wrong variable is named with what is allowed. */
import { randomBytes } from "node:crypto";
import { z } from "zod";

const flag = z.enum(["on", "off"]).transform((value) => value === "on");
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  HOST: z.string().min(1).default("0.0.0.0"),
  PORT: wholeNumber(0, 65_535).prefault("3000"),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres://"),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, "must begin with redis:// or rediss://"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** How long a hold lasts, and how long it may last with all its extensions. */
  HOLD_TTL_MS: wholeNumber(500, 3_600_000).prefault("120000"),
  HOLD_MAX_MS: wholeNumber(500, 7_200_000).prefault("600000"),
  /** How long a guard stands between the first step of an attempt and its commit. */
  GUARD_TTL_MS: wholeNumber(100, 60_000).prefault("5000"),
  SWEEP_MS: wholeNumber(50, 60_000).prefault("1000"),
  BROADCAST_TICK_MS: wholeNumber(0, 5_000).prefault("50"),
  MAX_SEATS_PER_HOLD: wholeNumber(1, 8).prefault("8"),
  RATE_LIMITS: flag.default(true),
  SESSION_SECRET: z.string().min(16, "needs at least 16 characters").optional(),
  /** Origins besides the server's own that may open a socket or write, separated by commas. */
  ALLOWED_ORIGINS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((origin) => origin.trim())
        .filter(Boolean),
    ),
  /** The race lab, putting the demonstration show back, and renewing the programme: on, except in production. */
  DEMO: flag.optional(),
  WEB: flag.default(true),
  /** The program the lab starts its own Redis nodes with; else redis-server or valkey-server from the PATH. */
  REDIS_SERVER_BIN: z.string().optional(),
  /** Connections of this node to Postgres. */
  DATABASE_POOL: wholeNumber(2, 200).prefault("10"),
  /** Mark the identity cookie Secure: for a server that is only reached over HTTPS. */
  SECURE_COOKIES: flag.default(false),
  /** Trust `X-Forwarded-For` of a proxy in front. */
  TRUST_PROXY: flag.default(false),
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
      return `  ${name} is ${JSON.stringify(present[name])}: ${issue.message}`;
    });
    throw new ConfigError(`The configuration cannot be used:\n${lines.join("\n")}`);
  }
  const { SESSION_SECRET, DEMO, ...rest } = parsed.data;
  return {
    ...rest,
    DEMO: DEMO ?? rest.NODE_ENV !== "production",
    /** Without a secret identities end with the process: fine on one laptop, wrong behind a load balancer. */
    SESSION_SECRET: SESSION_SECRET ?? randomBytes(32).toString("hex"),
    hasLastingSecret: SESSION_SECRET !== undefined,
  };
}
