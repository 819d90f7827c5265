/** What a refresh of the checkout must not lose. Only for this tab, and never anything of a card. */
import { readStored, writeStored } from "../lib/preferences/browser-storage";

export interface BuyerDetails {
  name: string;
  email: string;
}

const DETAILS_KEY = "checkout-details";
const EXTENDED_KEY = "checkout-extended";

export function loadDetails(): BuyerDetails | undefined {
  const saved = readStored("sessionStorage", DETAILS_KEY);
  return isDetails(saved) ? saved : undefined;
}

export function saveDetails(details: BuyerDetails): void {
  writeStored("sessionStorage", DETAILS_KEY, details);
}

/** Entering payment extends a hold once, however often one goes back and forth: true the first time only. */
export function claimPaymentExtension(holdId: string): boolean {
  if (readStored("sessionStorage", EXTENDED_KEY) === holdId) return false;
  writeStored("sessionStorage", EXTENDED_KEY, holdId);
  return true;
}

function isDetails(value: unknown): value is BuyerDetails {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "email" in value &&
    typeof value.email === "string"
  );
}
