/**
 * What sells seats of the demo show by the lab's strategies. Each keeps connections open, so there are only so many:
 * one is opened when it is first asked for, and closed when nobody has asked for a while or another is needed.
 */
const MOST_SELLERS = 12;
const CLOSE_AFTER_MS = 10_000;
/** One that was asked a moment ago is not closed for another: opening them is what costs. */
const KEEP_MS = 1_000;

interface Entry<Seller> {
  seller: Promise<Seller>;
  busy: number;
  idleSinceMs: number;
  closing: NodeJS.Timeout | undefined;
}

export interface Sellers<Seller> {
  /** Undefined when too many others are open. */
  use<T>(
    name: string,
    open: () => Promise<Seller>,
    work: (seller: Seller) => Promise<T>,
  ): Promise<T | undefined>;
  /** How many are open. */
  count(): number;
  close(): Promise<void>;
}

export function createSellers<Seller extends { close(): Promise<void> }>(): Sellers<Seller> {
  const sellers = new Map<string, Entry<Seller>>();
  return {
    async use(name, open, work) {
      const entry = sellers.get(name) ?? begin(name, open);
      if (!entry) return undefined;
      clearTimeout(entry.closing);
      entry.busy += 1;
      try {
        return await work(await entry.seller);
      } finally {
        entry.busy -= 1;
        entry.idleSinceMs = performance.now();
        if (entry.busy === 0) entry.closing = setTimeout(() => void end(name), CLOSE_AFTER_MS).unref();
      }
    },
    count: () => sellers.size,
    async close() {
      await Promise.all([...sellers.keys()].map(end));
    },
  };

  function begin(name: string, open: () => Promise<Seller>): Entry<Seller> | undefined {
    if (sellers.size >= MOST_SELLERS) {
      const [idle] = [...sellers].filter(isIdle).toSorted(([, a], [, b]) => a.idleSinceMs - b.idleSinceMs);
      if (!idle) return undefined;
      void end(idle[0]);
    }
    const entry: Entry<Seller> = { seller: open(), busy: 0, idleSinceMs: 0, closing: undefined };
    sellers.set(name, entry);
    // The next may try again.
    entry.seller.catch(() => void end(name));
    return entry;
  }

  async function end(name: string): Promise<void> {
    const entry = sellers.get(name);
    if (!entry) return;
    sellers.delete(name);
    clearTimeout(entry.closing);
    const [opened] = await Promise.allSettled([entry.seller]);
    if (opened.status === "fulfilled") await opened.value.close();
  }
}

function isIdle([, { busy, idleSinceMs }]: [string, { busy: number; idleSinceMs: number }]): boolean {
  return busy === 0 && performance.now() - idleSinceMs > KEEP_MS;
}
