/** What people type into card fields, and what of it can be sent. */
import type { Card } from "#contract/payment";
import { testCardKind } from "#contract/test-cards";

export type CardProblems = Partial<Record<keyof Card, "wrong">>;

/** "4242 4242 4242 4242" */
export function groupedNumber(text: string): string {
  return digitsOf(text).replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

/** "1230" and "12 / 30" become "12/30". */
export function tidyExpiry(text: string): string {
  const digits = digitsOf(text);
  return digits.length === 4 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : text.trim();
}

export function normaliseCard(typed: Card): Card {
  return { number: digitsOf(typed.number), expiry: tidyExpiry(typed.expiry), cvc: digitsOf(typed.cvc) };
}

export function cardProblems(card: Card, now: Date): CardProblems {
  return {
    ...(testCardKind(card.number) === undefined && { number: "wrong" }),
    ...(!isFuture(card.expiry, now) && { expiry: "wrong" }),
    ...(!/^\d{3,4}$/.test(card.cvc) && { cvc: "wrong" }),
  };
}

/** A card is good until the end of its month. */
function isFuture(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry) ?? [];
  if (month === undefined || year === undefined) return false;
  return new Date(2000 + Number(year), Number(month)) > now;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
