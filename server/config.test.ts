import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config";

const GIVEN = { DATABASE_URL: "postgres://localhost/last_seat", REDIS_URL: "redis://localhost" };
const read = (environment: Record<string, string | undefined> = {}) =>
  readConfig({ ...GIVEN, ...environment });

describe("the configuration", () => {
  it("needs two addresses and has a default for the rest", () => {
    expect(read()).toMatchObject({
      PORT: 3000,
      RATE_LIMITS: true,
      TRUST_PROXY: "none",
      SECURE_COOKIES: "auto",
    });
    expect(() => readConfig({})).toThrow(
      new ConfigError("The configuration cannot be used:\n  DATABASE_URL is missing\n  REDIS_URL is missing"),
    );
  });

  it("takes an empty variable for one that is not set", () => {
    expect(read({ PORT: "", TRUST_PROXY: "", PUBLIC_ORIGINS: "" })).toMatchObject({
      PORT: 3000,
      TRUST_PROXY: "none",
      PUBLIC_ORIGINS: [],
    });
  });

  it.each([
    ["PORT", "70000", "must be a whole number from 0 to 65535"],
    ["PORT", "-1", "must be a whole number from 0 to 65535"],
    ["HOLD_TTL_MS", "2 minutes", "must be a whole number from 500 to 3600000"],
    ["DATABASE_URL", "mysql://localhost", "must begin with postgres://"],
    ["REDIS_URL", "localhost:6379", "must be like redis://host:6379, redis+sentinel://"],
    ["SESSION_SECRET", "short", "needs at least 16 characters"],
    ["DEMO", "yes", 'expected one of "on"|"off"'],
    ["SECURE_COOKIES", "true", 'expected one of "on"|"off"|"auto"'],
    ["PUBLIC_ORIGINS", "seats.example", "must be origins such as https://seats.example"],
    ["ALLOWED_ORIGINS", "https://friend.example/path", "must be origins such as https://seats.example"],
    ["TRUST_PROXY", "on", "must be off, the number of proxies in front (1 to 32), or their addresses"],
    ["TRUST_PROXY", "0", "must be off, the number of proxies in front (1 to 32), or their addresses"],
    [
      "TRUST_PROXY",
      "10.0.0.0/40",
      "must be off, the number of proxies in front (1 to 32), or their addresses",
    ],
    ["HELD_SEATS_PER_ADDRESS", "0", "must be a whole number from 1 to 100000"],
  ])("names %s=%s and what is allowed", (name, value, allowed) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(`  ${name} is ${JSON.stringify(value)}: `);
    expect(() => read({ [name]: value })).toThrow(allowed);
  });

  it("names everything that is wrong at once", () => {
    expect(() => read({ PORT: "x", DEMO: "x" })).toThrow(/PORT is "x".*DEMO is "x"/s);
  });

  it.each([
    ["off", "none"],
    ["2", 2],
    ["10.0.0.0/8, fd00::/8", ["10.0.0.0/8", "fd00::/8"]],
  ])("reads TRUST_PROXY=%s", (text, trusted) => {
    expect(read({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(trusted);
  });

  it("opens the demonstration except in production, unless it is told to", () => {
    const demo = (environment: Record<string, string>) => read(environment).DEMO;
    expect([demo({}), demo({ NODE_ENV: "test" }), demo({ DEMO: "on" })]).toEqual([false, true, true]);
  });

  it("makes up a secret that lasts as long as the process, and says so", () => {
    expect(read().hasLastingSecret).toBe(false);
    expect(read().SESSION_SECRET).not.toBe(read().SESSION_SECRET);
    const kept = read({ SESSION_SECRET: "sixteen letters!" });
    expect([kept.SESSION_SECRET, kept.hasLastingSecret]).toEqual(["sixteen letters!", true]);
  });
});
