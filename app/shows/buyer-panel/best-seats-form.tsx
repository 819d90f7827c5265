"use client";

import { useState } from "react";
import { PRICE_CLASSES, type PriceClass } from "#contract/layout";
import { Button } from "../../components/button";
import { commonMessages } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useObservable } from "../../lib/observable-value";
import { useCanBuy, useShowContext } from "../show-context";
import styles from "./best-seats-form.module.css";

/** How many people, which seats; one press holds the best that are left. */
export function BestSeatsForm() {
  const { plan, store, buyer, maxSeats } = useShowContext();
  const language = useLanguage();
  const text = showMessages[language].best;
  const [wanted, setWanted] = useState(2);
  const [kind, setKind] = useState<PriceClass | undefined>(undefined);
  const [wheelchair, setWheelchair] = useState(false);
  const searching = useObservable(buyer.searching);
  const canBuy = useCanBuy();
  const heldCount = useObservable(store.holds).reduce((sum, { seats }) => sum + seats.length, 0);
  const most = maxSeats - heldCount;
  const count = Math.max(1, Math.min(wanted, most));
  const classes = PRICE_CLASSES.filter((one) => plan.seats.some(({ priceClass }) => priceClass === one));

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        buyer.holdBest({ count, ...(kind && { priceClass: kind }), ...(wheelchair && { wheelchair }) });
      }}
    >
      <h2 id="best-seats" className={styles.label}>
        {text.title}
      </h2>
      <fieldset className={styles.stepper} aria-labelledby="best-seats">
        <div className={styles.steps}>
          <button
            type="button"
            className={styles.step}
            aria-label={text.fewer}
            aria-disabled={count <= 1}
            onClick={() => setWanted(Math.max(1, count - 1))}
          >
            −
          </button>
          <output className={styles.count} aria-live="polite">
            {text.people(count)}
          </output>
          <button
            type="button"
            className={styles.step}
            aria-label={text.more}
            aria-disabled={count >= most}
            onClick={() => setWanted(Math.min(Math.max(1, most), count + 1))}
          >
            +
          </button>
        </div>
      </fieldset>
      <Button
        type="submit"
        variant={heldCount > 0 ? "quiet" : "accent"}
        wide
        busy={searching}
        disabled={!canBuy || most <= 0}
      >
        {searching ? text.searching : heldCount > 0 ? text.add(count) : text.hold(count)}
      </Button>
      <div className={styles.options} data-options>
        <select
          aria-label={text.kind}
          className={styles.select}
          value={kind ?? ""}
          onChange={(event) => setKind(PRICE_CLASSES.find((one) => one === event.target.value))}
        >
          <option value="">{text.anyKind}</option>
          {classes
            .filter((one) => one !== "wheelchair")
            .map((one) => (
              <option key={one} value={one}>
                {commonMessages[language].priceClass[one]}
              </option>
            ))}
        </select>
        {classes.includes("wheelchair") && (
          <label className={styles.wheelchair}>
            <input
              type="checkbox"
              checked={wheelchair}
              onChange={(event) => setWheelchair(event.target.checked)}
            />
            {text.wheelchair}
          </label>
        )}
      </div>
    </form>
  );
}
