// An expected way to fail: its message is a sentence for the person at the terminal, without a stack.
export class ExpectedFailure extends Error {}

/** @param {unknown} error */
export function explainFailure(error) {
  if (error instanceof ExpectedFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
