"use client";

import { PRICE_CLASSES, type PriceClass } from "#contract/layout";
import { formatMoney } from "../../lib/formatting";
import type { SeatView } from "../../lib/live-show/show-store";
import { commonMessages } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useShowContext } from "../show-context";
import seatStyles from "./seat.module.css";
import styles from "./seat-legend.module.css";

const STATES = ["mine", "held", "sold", "ticket"] as const;

export function SeatLegend() {
  const { show, plan } = useShowContext();
  const language = useLanguage();
  const text = showMessages[language];
  const classes = PRICE_CLASSES.filter((kind) => plan.seats.some(({ priceClass }) => priceClass === kind));
  return (
    <div className={styles.legend}>
      <h2 className={styles.title}>{text.legend}</h2>
      <ul className={styles.list}>
        {classes.map((kind) => (
          <li key={kind} className={styles.item}>
            <Sample view="available" kind={kind} />
            <span>{commonMessages[language].priceClass[kind]}</span>
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
