"use client";

import { useState } from "react";
import { PRICE_CLASSES, type PriceClass } from "#contract/layout";
import { Button } from "../../components/button";
import { useCell } from "../../lib/live/use-cell";
import { common } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { MAX_SEATS } from "../seating/buyer";
import styles from "./best-seats-form.module.css";
import { useBuying, useSession } from "./session";

/** How many people, which seats; one press holds the best that are left. */
export function BestSeatsForm() {
  const { room, store, buyer } = useSession();
  const language = useLanguage();
  const text = words[language].best;
  const [wanted, setWanted] = useState(2);
  const [kind, setKind] = useState<PriceClass | undefined>(undefined);
  const [wheelchair, setWheelchair] = useState(false);
  const searching = useCell(buyer.searching);
  const buying = useBuying();
  const inHand = useCell(store.holds).reduce((sum, { seats }) => sum + seats.length, 0);
  const most = MAX_SEATS - inHand;
  const count = Math.max(1, Math.min(wanted, most));
  const classes = PRICE_CLASSES.filter((one) => room.seats.some(({ priceClass }) => priceClass === one));

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        buyer.takeBest({ count, ...(kind && { priceClass: kind }), ...(wheelchair && { wheelchair }) });
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
        variant={inHand > 0 ? "quiet" : "lamp"}
        wide
        busy={searching}
        disabled={!buying || most <= 0}
      >
        {searching ? text.searching : inHand > 0 ? text.add(count) : text.press(count)}
      </Button>
      <div className={styles.wishes} data-wishes>
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
                {common[language].priceClass[one]}
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
