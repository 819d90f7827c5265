/** Histories, written by hand with one line for an operation. */
import type { Answer, History, Operation } from "#histories/history";

type Times = [askedAtMs: number, answeredAtMs?: number];
type Details = Partial<Pick<Operation, "holdId" | "reference" | "key" | "show">>;

/** `seats` as "A1" or "A1 A2"; without a second time no answer came. */
export function operation(
  buyer: string,
  what: Operation["what"],
  seats: string,
  [askedAtMs, answeredAtMs]: Times,
  answer: Answer | null = null,
  details: Details = {},
): Operation {
  const times = { askedAtMs, answeredAtMs: answeredAtMs ?? null };
  return { buyer, what, show: "demo", seats: seats.split(" "), ...details, ...times, answer };
}

export function granted(details: Omit<Extract<Answer, { ok: true }>, "ok"> = {}): Answer {
  return { ok: true, ...details };
}

export const held = (holdId: string, untilMs: number): Answer => granted({ holdId, untilMs });
export const booked = (reference: string): Answer => granted({ reference });

export function refused(code: string, seats?: string[]): Answer {
  return { ok: false, code, ...(seats && { seats }) };
}

export const taken = refused("seat_taken");
export const pending = refused("pending");

export function historyOf(...operations: Operation[]): History {
  return { version: 1, operations };
}
