/** What a refresh of the checkout must not lose. Only for this tab, and never anything of a card. */
export interface Details {
  name: string;
  email: string;
}

const DETAILS = "checkout-details";
const EXTENDED = "checkout-extended";

export function recallDetails(): Details | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DETAILS) ?? "null");
    return isDetails(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepDetails(details: Details): void {
  write(DETAILS, JSON.stringify(details));
}

/** Entering payment extends a hold once, however often one goes back and forth: true the first time only. */
export function firstEntry(holdId: string): boolean {
  try {
    if (sessionStorage.getItem(EXTENDED) === holdId) return false;
  } catch {
    return true;
  }
  write(EXTENDED, holdId);
  return true;
}

/** Storage may be forbidden or full; then the tab merely forgets. */
function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}

function isDetails(value: unknown): value is Details {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "email" in value &&
    typeof value.email === "string"
  );
}
