/** The checker, as the page uses it. It is fetched when it is first needed, because most visitors never do. */
import type { Counterexample } from "#histories/counterexample";
import type { History } from "#histories/history";

export type Judged =
  | { state: "unread"; why: string }
  | { state: "judged"; history: History; counterexample: Counterexample | null };

export async function judgeHistory(json: string): Promise<Judged> {
  const [{ findCounterexample }, { parseHistory }, { config }] = await Promise.all([
    import("#histories/counterexample"),
    import("#histories/history"),
    import("zod"),
  ]);
  // Pages may not make code of text, and zod would try whether it can.
  config({ jitless: true });
  try {
    const history = parseHistory(json);
    return { state: "judged", history, counterexample: findCounterexample(history) ?? null };
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}
