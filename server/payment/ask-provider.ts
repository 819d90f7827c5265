/** One call to the provider: it has so long to answer, and whatever goes wrong is the provider's, not a bug of ours. */

/** Longer than the slowest test card. An attempt is left alone for longer than it takes all of its calls to be late. */
export const ANSWER_WITHIN_MS = 15_000;

export class ProviderFailed extends Error {
  override name = "ProviderFailed";
}

/** What comes too late still runs to its end, without anyone waiting. */
export function askProvider<T>(call: () => Promise<T>, withinMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ProviderFailed(`no answer within ${withinMs} ms`)), withinMs);
    call()
      .then(resolve, (error: unknown) =>
        reject(new ProviderFailed(error instanceof Error ? error.message : String(error), { cause: error })),
      )
      .finally(() => clearTimeout(timer));
  });
}
