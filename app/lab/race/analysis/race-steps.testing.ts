/** Hand-made lanes for tests: `lane(0, "check 1-3 free", "write 5-8")`. */
import type { RaceStep } from "#contract/lab";

const FOUND: Record<string, RaceStep["found"]> = { free: false, booked: true, yes: true, no: false };

export function lane(number: number, ...steps: string[]): RaceStep[] {
  return steps.map((text) => {
    const [name = "", times = "", word] = text.split(" ");
    const [from, to] = times.split("-");
    return {
      lane: number,
      buyer: `buyer-${number + 1}`,
      instance: number % 3,
      name,
      startedMs: Number(from),
      endedMs: to ? Number(to) : null,
      outcome: word === "failed" ? "failed" : to ? "done" : "unfinished",
      found: word === undefined ? null : (FOUND[word] ?? null),
    };
  });
}
