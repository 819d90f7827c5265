/**
 * The one format in which races, load runs and torture write down what they saw: who asked for what and when,
 * and what came back and when, or never. It is written from outside the code under test. Times are
 * milliseconds on one monotonic clock, the recorder's; what the clock began at does not matter.
 */
import { z } from "zod";
import { ledger } from "./ledger";

/** A moment on the recorder's clock. */
const atMs = z.number();
const name = z.string().min(1);
const seats = z.array(name).min(1);

const granted = z.strictObject({
  ok: z.literal(true),
  holdId: name.optional(),
  /** Of a hold or an extension: the first moment at which the hold may end. */
  untilMs: atMs.optional(),
  /** The last moment at which it ends, if the recorder cannot say it to the millisecond. */
  untilAtLatestMs: atMs.optional(),
  /** Of a confirmation or a booking. */
  reference: name.optional(),
  /** The seats the answer names as had, if it names any. */
  seats: seats.optional(),
});

const refusedAnswer = z.strictObject({
  ok: z.literal(false),
  code: name,
  /** The seats the answer names as the reason, if it names any. */
  seats: seats.optional(),
});

const operation = z
  .strictObject({
    buyer: name,
    what: z.enum(["hold", "extend", "release", "confirm", "book", "cancel"]),
    show: name,
    /** Every seat the request is about, as far as the recorder knows; of a confirmation those of its hold. */
    seats,
    /** The hold that is extended, released or confirmed, or that the seats are to join. */
    holdId: name.optional(),
    /** The booking that is cancelled. */
    reference: name.optional(),
    /** The idempotency key of a confirmation or a booking. */
    key: name.optional(),
    askedAtMs: atMs,
    /** Null: no answer ever came. */
    answeredAtMs: atMs.nullable(),
    answer: z.discriminatedUnion("ok", [granted, refusedAnswer]).nullable(),
  })
  .superRefine(({ what, askedAtMs, answeredAtMs, answer }, context) => {
    const complain = (message: string) => context.addIssue({ code: "custom", message });
    if ((answer === null) !== (answeredAtMs === null)) {
      complain("an answer and its time come together, or neither does");
    }
    if (answeredAtMs !== null && answeredAtMs < askedAtMs) complain("answered before it was asked");
    if (!answer?.ok) return;
    const { untilMs, untilAtLatestMs } = answer;
    if ((what === "hold" || what === "extend") && untilMs === undefined) {
      complain(`an answer that grants a ${what} says until when (untilMs)`);
    }
    if (untilMs !== undefined && untilAtLatestMs !== undefined && untilAtLatestMs < untilMs) {
      complain("untilAtLatestMs is before untilMs");
    }
  });

const history = z.strictObject({
  version: z.literal(1),
  operations: z.array(operation),
  /** What the database had in the end, if it is known. */
  ledger: ledger.optional(),
});

export type History = z.infer<typeof history>;
export type Operation = z.infer<typeof operation>;
export type Answer = NonNullable<Operation["answer"]>;

/** Throws an error that names what is wrong and where. */
export function parseHistory(json: string): History {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error("not a history: it is not JSON", { cause: error });
  }
  const read = history.safeParse(value);
  if (!read.success) throw new Error(`not a history:\n${z.prettifyError(read.error)}`);
  return read.data;
}

/** One operation a line, so that two histories can be compared line by line. */
export function printHistory({ version, operations, ledger }: History): string {
  const booked = ledger ? `,\n  "ledger": {\n    "bookings": ${printLines(ledger.bookings)}\n  }` : "";
  return `{\n  "version": ${version},\n  "operations": ${printLines(operations)}${booked}\n}\n`;
}

function printLines(all: object[]): string {
  return all.length === 0 ? "[]" : `[\n${all.map((each) => `    ${JSON.stringify(each)}`).join(",\n")}\n  ]`;
}

/** What is known of an operation. `pending` and `unavailable` leave open whether it was carried out, now or later. */
export function outcomeOf({ answer }: Operation): "granted" | "refused" | "unknown" {
  if (answer === null) return "unknown";
  if (answer.ok) return "granted";
  return answer.code === "pending" || answer.code === "unavailable" ? "unknown" : "refused";
}
