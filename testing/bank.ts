/**
 * A payment provider with accounts that can be looked at. Left alone it keeps the contract; `misbehave` says what
 * becomes of each call to it.
 */
import { EventEmitter, once } from "node:events";
import type { Authorised, PaymentProvider } from "#server/payment/provider";

export type BankCall = "authorise" | "capture" | "void" | "refund";
export type Misbehaviour =
  /** Nothing is done and nothing answered but an error. */
  | "fails"
  /** It is done, and the answer is an error. */
  | "dies"
  /** It is done when `answerSlowCalls` is called, and answered as `misbehave` says then. */
  | "slow"
  /** The card is declined, although money was or will be set aside for the same key. */
  | "lies"
  /** Sets money aside for a key whatever was done under it before. */
  | "twice";

interface Account {
  key: string;
  amount: number;
  state: "set aside" | "taken" | "given back";
}

export interface Bank extends PaymentProvider {
  misbehave: (call: BankCall, key: string) => Misbehaviour | undefined;
  /** What was asked, in order. */
  readonly calls: string[];
  readonly waiting: number;
  answerSlowCalls(): void;
  /** Resolves when a call has become slow. */
  someoneWaits(): Promise<void>;
  /** Everything that was ever set aside, by the key it was asked with. */
  accounts(): Account[];
}

export const BANK_CARDS = {
  approves: { number: "4242424242424242", expiry: "12/40", cvc: "123" },
  declines: { number: "4000000000000002", expiry: "12/40", cvc: "123" },
};

export function createBank(): Bank {
  const accounts = new Map<string, Account>();
  const closedKeys = new Set<string>();
  const calls: string[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  let waiting = 0;

  const bank: Bank = {
    misbehave: () => undefined,
    calls,
    get waiting() {
      return waiting;
    },
    answerSlowCalls: () => void events.emit("answer"),
    async someoneWaits() {
      if (waiting === 0) await once(events, "waits");
    },
    accounts: () => [...accounts.values()],
    authorise: ({ key, amount, card }) =>
      carryOut("authorise", key, (how): Authorised => {
        if (how === "lies" || card.number === BANK_CARDS.declines.number) return { result: "declined" };
        const [known] = [...accounts].filter(([, account]) => account.key === key);
        if (how !== "twice") {
          if (closedKeys.has(key) || known?.[1].state === "given back") return { result: "declined" };
          if (known) return { result: "approved", authorisation: known[0] };
        }
        const authorisation = `bank-${accounts.size}`;
        accounts.set(authorisation, { key, amount, state: "set aside" });
        return { result: "approved", authorisation };
      }),
    capture: (authorisation, amount) =>
      carryOut("capture", keyOf(authorisation), () => {
        const account = find(authorisation);
        if (amount > account.amount) throw new Error("more than was set aside");
        if (account.state === "given back") throw new Error("it was given back");
        account.state = "taken";
      }),
    void: (key, authorisation) =>
      carryOut("void", authorisation === null ? key : keyOf(authorisation), () => {
        if (authorisation === null) closedKeys.add(key);
        const all = authorisation === null ? ofKey(key) : [find(authorisation)];
        if (all.some(({ state }) => state === "taken")) throw new Error("it was taken");
        for (const account of all) account.state = "given back";
      }),
    refund: (authorisation) =>
      carryOut("refund", keyOf(authorisation), () => {
        const account = find(authorisation);
        if (account.state === "set aside") throw new Error("nothing was taken");
        account.state = "given back";
      }),
  };
  return bank;

  async function carryOut<T>(
    call: BankCall,
    key: string,
    work: (how: Misbehaviour | undefined) => T,
  ): Promise<T> {
    calls.push(call);
    let how = bank.misbehave(call, key);
    if (how === "fails") throw new Error("the bank is closed");
    if (how === "slow") {
      waiting += 1;
      events.emit("waits");
      await once(events, "answer");
      waiting -= 1;
      how = bank.misbehave(call, key);
    }
    const answer = work(how);
    if (how === "dies") throw new Error("the line went dead");
    return answer;
  }

  function find(authorisation: string): Account {
    const account = accounts.get(authorisation);
    if (!account) throw new Error("there is no such authorisation");
    return account;
  }

  function ofKey(key: string): Account[] {
    return [...accounts.values()].filter((account) => account.key === key);
  }

  function keyOf(authorisation: string): string {
    return accounts.get(authorisation)?.key ?? "";
  }
}
