/** JSON in the browser's storage. It may be full, forbidden or filled by someone else: then nothing is remembered. */
type StorageName = "localStorage" | "sessionStorage";

export function readStored(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(window[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function writeStored(storage: StorageName, key: string, value: unknown): void {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Not remembered beyond this page.
  }
}
