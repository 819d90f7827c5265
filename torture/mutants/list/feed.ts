/** Versions, the log, and what is published. */
import { BOX_OFFICE, type Mutant, TRANSITIONS } from "./mutant";

export const FEED_MUTANTS: Mutant[] = [
  {
    name: "version-not-raised",
    breaks: "a change does not raise its show's version",
    edits: [
      {
        file: "db/transitions/log-changes.ts",
        find: "SET version = s.version + cardinality(changed),",
        replace: "SET version = s.version,",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "published-before-commit",
    breaks: "changes are published, and buyers answered, a moment before the commit",
    edits: [
      {
        file: "server/booking/ask-shows.ts",
        find: "const rows = await callShows<Row>(pool, fn, wanted, deadlineMs);",
        replace: `const client = await pool.connect();
        await client.query("BEGIN");
        const rows = await callShows<Row>(client as unknown as typeof pool, fn, wanted, deadlineMs);
        setTimeout(() => void client.query("COMMIT").finally(() => client.release()), 80);`,
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "version-skipped",
    breaks: "a change raises its show’s version by one too many",
    edits: [
      {
        file: "db/transitions/log-changes.ts",
        find: "SET version = s.version + cardinality(changed),",
        replace: "SET version = s.version + cardinality(changed) + 1,",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "change-not-logged",
    breaks: "a change is not written into the log",
    edits: [
      {
        file: "db/transitions/log-changes.ts",
        find: "    INSERT INTO seat_changes",
        replace: "    -- INSERT INTO seat_changes",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "refused-sale-raises-the-version",
    breaks: "a sale that comes to nothing leaves a version without a change",
    edits: [
      {
        file: "db/transitions/show-function.ts",
        find: "UPDATE shows s SET version = s.version - ",
        replace: "UPDATE shows s SET version = s.version - 0 * ",
      },
    ],
    tests: [TRANSITIONS],
  },
  {
    name: "sale-not-published",
    breaks: "the sale of a single seat is not published",
    edits: [
      {
        file: "server/booking/engine.ts",
        find: `        changed.push(...sold.changes);
`,
        replace: "",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "batch-not-published",
    breaks: "what a statement changed is not published",
    edits: [
      {
        file: "server/booking/engine.ts",
        find: `        changed.push(...changes);
`,
        replace: "",
      },
    ],
    tests: [BOX_OFFICE],
  },
  {
    name: "lost-reply-not-published",
    breaks: "what a statement changed whose reply was lost is not published",
    edits: [
      {
        file: "server/booking/ask-shows.ts",
        find: "() => publishAfterLostReply(deps, wanted),",
        replace: "() => {},",
      },
    ],
    tests: ["server/fault-tests/lost-replies.test.ts"],
  },
  {
    name: "gap-applied",
    breaks: "changes are shown although those before them are missing",
    edits: [
      {
        file: "server/feed/live-show.ts",
        find: "if (batch.from > version) {",
        replace: "if (batch.from < 0) {",
      },
    ],
    tests: ["server/feed/live-show.test.ts"],
  },
  {
    name: "doubled-news-applied",
    breaks: "changes that came before are shown once more",
    edits: [{ file: "server/feed/live-show.ts", find: "if (batch.to <= version) return true;", replace: "" }],
    tests: ["server/feed/live-show.test.ts"],
  },
  {
    name: "shared-statement",
    breaks: "one statement decides two requests for the same seat",
    edits: [
      {
        file: "server/booking/engine.ts",
        find: "keysOf: ({ seats, buyer }) => [...seats, buyer],",
        replace: "keysOf: () => [],",
      },
    ],
    tests: [BOX_OFFICE],
  },
];
