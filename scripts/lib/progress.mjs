// What a person sees of a stage: its name and what it does at once, the time it took when it is done.

/** The stage whose line is not ended yet: another that begins meanwhile breaks it off. */
let unended = "";

/**
 * Runs one stage and prints its line: `  build         bundling the server and pages … 12.3 s`. Of two that run side by
 * side, the one whose line was broken off prints its name again.
 * @template T
 * @param {string} name
 * @param {string} doing
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [summary] said after the time
 * @returns {Promise<T>}
 */
export async function showProgress(name, doing, work, summary = () => "") {
  breakLine();
  process.stdout.write(`  ${name.padEnd(14)}${doing} … `);
  unended = name;
  const startedAt = performance.now();
  const end = (/** @type {string} */ text) => {
    const again = unended === name ? "" : `  ${name.padEnd(14)}… `;
    if (again) breakLine();
    unended = "";
    process.stdout.write(`${again}${text}\n`);
  };
  try {
    const result = await work();
    end(`${seconds(startedAt)}${summary(result)}`);
    return result;
  } catch (error) {
    end(`failed after ${seconds(startedAt)}`);
    throw error;
  }
}

/**
 * The line of a stage that had nothing to do.
 * @param {string} name
 * @param {string} why
 */
export function showSkipped(name, why) {
  breakLine();
  process.stdout.write(`  ${name.padEnd(14)}${why}\n`);
}

/**
 * What a stage had to say.
 * @param {string} text
 */
export function showText(text) {
  breakLine();
  process.stdout.write(`\n${text.trim()}\n\n`);
}

function breakLine() {
  if (unended) process.stdout.write("\n");
  unended = "";
}

/** @param {number} startedAt */
function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
