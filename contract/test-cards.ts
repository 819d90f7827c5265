/**
 * The only cards this cinema takes: numbers people know from payment sandboxes, none of which is anyone's. Every
 * other number is refused in the browser already, so a real one never leaves it.
 */
export const TEST_CARDS = [
  { number: "4242424242424242", kind: "approves" },
  { number: "4000000000000002", kind: "declines" },
  { number: "4000000000003220", kind: "slow" },
] as const;

export type TestCardKind = (typeof TEST_CARDS)[number]["kind"];

export function testCardKind(number: string): TestCardKind | undefined {
  return TEST_CARDS.find((card) => card.number === number)?.kind;
}
