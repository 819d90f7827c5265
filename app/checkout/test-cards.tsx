import type { Card } from "#contract/payment";
import { TEST_CARDS } from "#contract/test-cards";
import { checkoutMessages } from "../lib/messages/checkout";
import { useMessages } from "../lib/messages/language-context";
import { groupedNumber } from "./card-fields";
import styles from "./test-cards.module.css";

interface TestCardsProps {
  disabled: boolean;
  onPick: (card: Card) => void;
}

/** The cards this till takes, each one press away. */
export function TestCards({ disabled, onPick }: TestCardsProps) {
  const text = useMessages(checkoutMessages).payment;
  return (
    <fieldset className={styles.cards} disabled={disabled}>
      <legend className={styles.legend}>{text.testOnly}</legend>
      <div className={styles.row}>
        {TEST_CARDS.map(({ number, kind }) => (
          <button
            key={number}
            type="button"
            className={styles.card}
            data-kind={kind}
            onClick={() => onPick({ number: groupedNumber(number), expiry: "12/40", cvc: "123" })}
          >
            <span className={styles.kind}>{text.cards[kind]}</span>
            <span className={styles.number}>{groupedNumber(number)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
