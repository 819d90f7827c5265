/** A map of limited size: what was not asked for the longest makes room for what is new. */
export interface LruMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  values(): Iterable<Value>;
}

/** A `Map` keeps its keys in the order they were set, so the first one is the one to go. */
export function createLruMap<Key, Value>(limit: number): LruMap<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= limit) return;
        entries.delete(oldest);
      }
    },
    values: () => entries.values(),
  };
}
