/** The guard in Redis, and what it is told. */
import { BOX_OFFICE, GUARD, type Mutant } from "./mutant";

export const GUARD_MUTANTS: Mutant[] = [
  {
    name: "guard-released-without-owner",
    breaks: "an attempt that ends removes whatever guard stands",
    edits: [
      {
        file: "server/guard/tell.lua.ts",
        find: "if kind == 'a' and owner == whose then",
        replace: "if value then",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "cancel-frees-anothers-guard",
    breaks: "news of a seat that was given back removes the guard of another's attempt",
    edits: [
      {
        file: "server/guard/tell.lua.ts",
        find: "elseif kind == 'a' and not isOwn then",
        replace: "elseif what ~= 'free' and kind == 'a' and not isOwn then",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "stale-news-applied",
    breaks: "news of a seat is applied although later news stands",
    edits: [
      {
        file: "server/guard/tell.lua.ts",
        find: "elseif order > stands or (order == stands and kind ~= 'a') then",
        replace: "elseif true then",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "guard-refuses-nobody",
    breaks: "the guard lets everybody through",
    edits: [
      {
        file: "server/guard/acquire.lua.ts",
        find: "elseif holder ~= buyer then",
        replace: "elseif false then",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "guard-without-end",
    breaks: "the guard of an attempt does not end by itself",
    edits: [
      {
        file: "server/guard/acquire.lua.ts",
        find: "'0 a ' .. owner, 'NX', 'PX', ARGV[1])",
        replace: "'0 a ' .. owner, 'NX')",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "guards-some",
    breaks: "several seats are guarded although one of them is another’s",
    edits: [
      {
        file: "server/guard/acquire.lua.ts",
        find: "if #blockers == 1 then",
        replace: `for _, seat in ipairs(free) do redis.call('SET', seat[1], seat[2] .. ' a ' .. owner, 'PX', ARGV[1]) end
  if #blockers == 1 then`,
      },
    ],
    tests: [GUARD],
  },
  {
    name: "guard-in-its-own-way",
    breaks: "the guard refuses its own buyer",
    edits: [{ file: "server/guard/acquire.lua.ts", find: "elseif holder ~= buyer then", replace: "else" }],
    tests: [GUARD],
  },
  {
    name: "no-tombstone",
    breaks: "a seat that was given back does not remember its fence",
    edits: [
      {
        file: "server/guard/tell.lua.ts",
        find: `elseif what == 'free' then
      set(key, order, 'f', '', 'PX', tombstone)`,
        replace: `elseif what == 'free' then
      redis.call('DEL', key)`,
      },
    ],
    tests: [GUARD],
  },
  {
    name: "old-news-believed",
    breaks: "news that a seat is taken is believed however old it is",
    edits: [
      {
        file: "server/guard/tell.lua.ts",
        find: "if what == 'taken' and now > valid then",
        replace: "if what == 'taken' and now < 0 then",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "guard-outlives-the-hold",
    breaks: "a guard stands longer than its hold",
    edits: [
      {
        file: "server/guard/server-guard.ts",
        find: "performance.now() + leftMs - EARLY_MS",
        replace: "performance.now() + leftMs + 5_000",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "refusals-remembered-too-long",
    breaks: "a node refuses from memory for a minute",
    edits: [
      {
        file: "server/guard/server-guard.ts",
        find: "createRecentRefusals(EARLY_MS)",
        replace: "createRecentRefusals(60_000)",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "refused-own-seat-from-memory",
    breaks: "a node refuses from memory what is the buyer’s own",
    edits: [
      {
        file: "server/guard/recent-refusals.ts",
        find: "        if (refusal.holder === buyer) return false;\n",
        replace: "",
      },
    ],
    tests: ["server/guard/recent-refusals.test.ts"],
  },
  {
    name: "sales-not-noted",
    breaks: "Redis does not say that a refused sale is under way",
    edits: [
      {
        file: "server/guard/server-guard.ts",
        find: "mayRepeat: underWay === 1 || mayBeUnderWay(attempt)",
        replace: "mayRepeat: underWay === 2 || mayBeUnderWay(attempt)",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "notes-never-doubted",
    breaks: "after Redis was away its notes of sales are believed",
    edits: [
      {
        file: "server/guard/server-guard.ts",
        find: "notesDoubtedUntilMs = performance.now() + NOTES_DOUBTED_MS;",
        replace: "notesDoubtedUntilMs = 0;",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "attempt-leaves-its-guard",
    breaks: "a refused attempt leaves its guard behind",
    edits: [
      {
        file: "server/booking/begin-hold.ts",
        find: 'if (verdict?.code !== "held") engine.guard.end(attempt);',
        replace: "if (verdict === undefined) engine.guard.end(attempt);",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "lost-guard-not-restored",
    breaks: "a guard that Redis has lost is not set again",
    edits: [
      {
        file: "server/booking/begin-hold.ts",
        find: "if (!heldBy) continue;",
        replace: 'if (heldBy !== "nobody") continue;',
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "cancel-not-told",
    breaks: "Redis is not told that a booking was cancelled",
    edits: [
      {
        file: "server/booking/box-office.ts",
        find: "guard.freed(showId, newsOf(freed, order.buyer));",
        replace: "",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "release-not-told",
    breaks: "Redis is not told that seats were let go",
    edits: [
      {
        file: "server/booking/change-hold.ts",
        find: "engine.guard.freed(found.showId, newsOf(released, order.buyer));",
        replace: "",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "removals-not-sent-again",
    breaks: "what was given back while Redis was away is not told afterwards",
    edits: [
      {
        file: "server/guard/server-guard.ts",
        find: 'unsent.push(...news.filter(({ what }) => what !== "taken"));',
        replace: 'unsent.push(...news.filter(({ what }) => what === "taken"));',
      },
    ],
    tests: ["server/fault-tests/redis-away.test.ts"],
  },
  {
    name: "outlived-guard-stands",
    breaks: "a guard whose seat was given back stands until its time, if its node was killed",
    edits: [
      {
        file: "server/guard/outlived-guards.ts",
        find: "if (shownFree.length === 0) return;",
        replace: "if (shownFree.length >= 0) return;",
      },
    ],
    tests: ["server/guard/outlived-guards.test.ts"],
  },
  {
    name: "every-refusal-asks-postgres",
    breaks: "whoever is refused a sold seat costs a statement",
    edits: [
      {
        file: "server/guard/outlived-guards.ts",
        find: "const shownFree = seats.filter((seat) => isShownFree(showId, seat));",
        replace: "const shownFree = seats;",
      },
      {
        file: "server/guard/outlived-guards.ts",
        find: "[...(toBeChecked.get(showId) ?? [])].filter((seat) => isShownFree(showId, seat));",
        replace: "[...(toBeChecked.get(showId) ?? [])];",
      },
    ],
    tests: ["server/guard/outlived-guards.test.ts"],
  },
  {
    name: "attempt-forgets-the-fence",
    breaks: "an attempt that ends forgets the fence that the seat had been given back with",
    edits: [
      {
        file: "server/guard/tell.lua.ts",
        find: "if stands > 0 then set(key, stands, 'f', '', 'PX', tombstone) else redis.call('DEL', key) end",
        replace: "redis.call('DEL', key)",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "attempt-takes-no-fence",
    breaks: "an attempt does not take over the fence of a seat that was given back",
    edits: [
      {
        file: "server/guard/acquire.lua.ts",
        find: "free[#free + 1] = {KEYS[i], string.format('%.0f', order)}",
        replace: "free[#free + 1] = {KEYS[i], '0'}",
      },
    ],
    tests: [GUARD],
  },
  {
    name: "attempt-not-told",
    breaks: "an attempt under way is not told that the seat was given back under a later fence",
    edits: [
      {
        file: "server/guard/tell.lua.ts",
        find: "set(key, order, 'a', owner, 'KEEPTTL')",
        replace: "-- left as it is",
      },
    ],
    tests: [GUARD],
  },
];
