// Holds everyone back until the crowd is complete, then lets all of them through at once: a race needs a
// burst, and arrivals one after another, however fast, are none.

/** Someone may have been lost on the way. */
const PATIENCE_MS = 15_000;

/** @type {Map<number, { waiting: (() => void)[], timer: NodeJS.Timeout }>} */
const crowds = new Map();

/**
 * @param {number} size
 * @returns {Promise<void>}
 */
export function waitForCrowd(size) {
  return new Promise((resolve) => {
    const crowd = crowds.get(size) ?? { waiting: [], timer: setTimeout(() => open(size), PATIENCE_MS) };
    crowds.set(size, crowd);
    crowd.waiting.push(resolve);
    if (crowd.waiting.length >= size) open(size);
  });
}

/** @param {number} size */
function open(size) {
  const crowd = crowds.get(size);
  crowds.delete(size);
  clearTimeout(crowd?.timer);
  for (const letThrough of crowd?.waiting ?? []) letThrough();
}
