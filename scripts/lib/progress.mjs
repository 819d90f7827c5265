// What a person sees of a stage: its name and what it does at once, the time it took when it is done.

/**
 * Runs one stage and prints its line: `  build         bundling the server and pages … 12.3 s`.
 * @template T
 * @param {string} name
 * @param {string} doing
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [summary] said after the time
 * @returns {Promise<T>}
 */
export async function showProgress(name, doing, work, summary = () => "") {
  process.stdout.write(`  ${name.padEnd(14)}${doing} … `);
  const startedAt = performance.now();
  try {
    const result = await work();
    process.stdout.write(`${seconds(startedAt)}${summary(result)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`failed after ${seconds(startedAt)}\n`);
    throw error;
  }
}

/**
 * The line of a stage that had nothing to do.
 * @param {string} name
 * @param {string} why
 */
export function showSkipped(name, why) {
  process.stdout.write(`  ${name.padEnd(14)}${why}\n`);
}

/** @param {number} startedAt */
function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
