import { describe, expect, it } from "vitest";
import { hostsOf } from "#scripts/lib/given-server";
import { parseRedisUrl } from "./redis-address";

const TWO = [
  { host: "one", port: 7_000 },
  { host: "two", port: 7_001 },
];

describe("REDIS_URL", () => {
  it.each([
    ["redis://localhost", { kind: "server", tls: false, host: "localhost", port: 6_379, db: 0 }],
    ["redis://localhost/", { kind: "server", tls: false, host: "localhost", port: 6_379, db: 0 }],
    ["redis://[::1]:7000/2", { kind: "server", tls: false, host: "::1", port: 7_000, db: 2 }],
    [
      "rediss://an:p%40ss%2Fw%3Ard%25@redis.example:6380",
      {
        kind: "server",
        tls: true,
        username: "an",
        password: "p@ss/w:rd%",
        host: "redis.example",
        port: 6_380,
        db: 0,
      },
    ],
    [
      "redis+sentinel://one:7000,two:7001/mymaster",
      { kind: "sentinel", tls: false, sentinels: TWO, master: "mymaster", db: 0 },
    ],
    [
      "rediss+sentinel://:secret@one,two:7001/my%20master/3?sentinelUser=watch&sentinelPassword=o%26ther",
      {
        kind: "sentinel",
        tls: true,
        password: "secret",
        sentinels: [{ host: "one", port: 26_379 }, TWO[1]],
        master: "my master",
        db: 3,
        sentinelUsername: "watch",
        sentinelPassword: "o&ther",
      },
    ],
    ["redis+cluster://one:7000,two:7001", { kind: "cluster", tls: false, hosts: TWO }],
    [
      "rediss+cluster://an:secret@one:7000,two:7001",
      { kind: "cluster", tls: true, username: "an", password: "secret", hosts: TWO },
    ],
  ])("reads %s", (url, address) => {
    expect(parseRedisUrl(url)).toEqual({ ok: true, address });
  });

  it.each([
    [
      "localhost:6379",
      "must be like redis://host:6379, redis+sentinel://host:26379,…/master or redis+cluster",
    ],
    ["http://localhost", "must be like redis://"],
    ["redis+proxy://one:7000", "must be like redis://"],
    ["redis://", 'has "" where a host belongs'],
    ["redis://localhost:70000", 'has "localhost:70000" where a host belongs'],
    ["redis://localhost/mine", `has "mine" where a database's number belongs`],
    ["redis://one:7000,two:7001", "names several servers"],
    ["redis://localhost?family=6", 'has an unknown option "family"'],
    ["redis://an:p@ss@localhost", "@ / ? # : are written %40"],
    ["redis://an:100%@localhost", "write it %25"],
    ["redis+sentinel://one:7000,two:7001", "must name the master"],
    ["redis+sentinel://one:7000,/mymaster", 'has "" where a host belongs'],
    ["redis+sentinel://one/mymaster/x", `has "x" where a database's number belongs`],
    ["redis+sentinel://one/mymaster?password=x", 'has an unknown option "password"'],
    ["redis+cluster://one:7000/0", "names no database"],
  ])("tells what is wrong with %s", (url, problem) => {
    expect(parseRedisUrl(url)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });
});

/** `npm start` looks whether anybody is there; it has the hosts from a rule of its own, being plain JavaScript. */
it.each([
  ["redis://an:secret@localhost/0", [{ host: "localhost", port: 6_379 }]],
  ["redis://[::1]:7000/2", [{ host: "[::1]", port: 7_000 }]],
  ["redis+sentinel://:secret@one:7000,two:7001/mymaster?sentinelPassword=x", TWO],
  ["rediss+cluster://one:7000,two:7001", TWO],
  ["postgres://user:secret@one:7000/last_seat", [TWO[0]]],
  ["postgres:///last_seat", []],
  ["localhost:6379", undefined],
  ["redis://one:none", undefined],
])("npm start finds the hosts of %s", (address, hosts) => {
  expect(hostsOf(address, 6_379)).toEqual(hosts);
});
