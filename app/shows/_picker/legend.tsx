"use client";

import { PRICE_CLASSES, type PriceClass } from "#contract/layout";
import { formatMoney } from "../../lib/format";
import type { SeatView } from "../../lib/live/show-store";
import { common } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import styles from "./legend.module.css";
import seatStyles from "./seat.module.css";
import { useSession } from "./session";

const STATES = ["mine", "held", "sold", "ticket"] as const;

export function Legend() {
  const { show, room } = useSession();
  const language = useLanguage();
  const text = words[language];
  const classes = PRICE_CLASSES.filter((kind) => room.seats.some(({ priceClass }) => priceClass === kind));
  return (
    <div className={styles.legend}>
      <h2 className={styles.title}>{text.legend}</h2>
      <ul className={styles.list}>
        {classes.map((kind) => (
          <li key={kind} className={styles.item}>
            <Sample view="available" kind={kind} />
            <span>{common[language].priceClass[kind]}</span>
            <b className={styles.price}>{formatMoney(show.prices[kind], language)}</b>
          </li>
        ))}
      </ul>
      <ul className={styles.list}>
        {STATES.map((view) => (
          <li key={view} className={styles.item}>
            <Sample view={view} kind="standard" />
            <span>{text.legendStates[view]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Sample({ view, kind }: { view: SeatView; kind: PriceClass }) {
  const halves = kind === "couple" ? (["left", "right"] as const) : [undefined];
  return (
    <span className={styles.sample} aria-hidden="true">
      {halves.map((half) => (
        <span
          key={half ?? "whole"}
          className={seatStyles.seat}
          data-view={view}
          data-class={kind}
          data-half={half}
        />
      ))}
    </span>
  );
}
