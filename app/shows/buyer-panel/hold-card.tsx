"use client";

import type { Hold } from "#contract/outcomes";
import { Button, ButtonLink } from "../../components/button";
import { Countdown } from "../../components/countdown";
import { formatMoney } from "../../lib/formatting";
import { HOLD_WARNING_MS, useHoldCountdown } from "../../lib/live-show/hold-countdown";
import { holdTotal } from "../../lib/live-show/hold-total";
import { commonMessages } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { joinLabels, priceOf, type SeatPlan, seatsNamed, withPartner } from "../seat-plan/seat-plan";
import { useCanBuy, useShowContext } from "../show-context";
import styles from "./hold-card.module.css";

/** One hold: its clock, its seats, what they cost, and the way on. */
export function HoldCard({ hold, onRelease }: { hold: Hold; onRelease: () => void }) {
  const { show, plan, buyer } = useShowContext();
  const language = useLanguage();
  const text = showMessages[language].hold;
  const canBuy = useCanBuy();
  const total = formatMoney(holdTotal(hold, plan.seats, show.prices), language);
  return (
    <div className={styles.card}>
      <div className={styles.onlyWide}>
        <HoldTimer hold={hold} />
      </div>
      <ul className={styles.seats}>
        {groupsOf(hold, plan).map((group) => (
          <li key={joinLabels(group)} className={styles.seat}>
            <b className={styles.name}>{joinLabels(group)}</b>
            <span className={styles.kind}>
              {commonMessages[language].priceClass[group[0]?.priceClass ?? "standard"]}
            </span>
            <span className={styles.price}>{formatMoney(priceOf(group, show.prices), language)}</span>
            <button
              type="button"
              className={styles.release}
              aria-label={text.release(joinLabels(group))}
              disabled={!canBuy}
              onClick={() => {
                buyer.release(group.map(({ label }) => label));
                onRelease();
              }}
            >
              <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
                <path d="M7 7l10 10M17 7 7 17" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>{commonMessages[language].total}</span>
        <b>{total}</b>
      </p>
      <p className={styles.small}>{text.noFees}</p>
      <div className={styles.onlyWide}>
        <ContinueButton hold={hold} label={text.continueLong(total)} />
      </div>
      <button
        type="button"
        className={styles.releaseAll}
        disabled={!canBuy}
        onClick={() => {
          buyer.release(hold.seats);
          onRelease();
        }}
      >
        {text.releaseAll}
      </button>
    </div>
  );
}

/** The countdown with its one press of more time. */
export function HoldTimer({ hold, compact = false }: { hold: Hold; compact?: boolean }) {
  const { connection, buyer } = useShowContext();
  const text = showMessages[useLanguage()].hold;
  const canBuy = useCanBuy();
  const { leftMs, totalMs } = useHoldCountdown(connection.clock, hold);
  const warn = leftMs <= HOLD_WARNING_MS;
  return (
    <div className={styles.timer} data-warn={warn || undefined} data-compact={compact || undefined}>
      <Countdown leftMs={leftMs} totalMs={totalMs} label={text.timeLeft} />
      {!compact && (warn || !hold.extendable) && (
        <p className={styles.timerText}>
          {warn && text.warning} {!hold.extendable && text.notExtendable}
        </p>
      )}
      {hold.extendable && (
        <Button
          variant={warn ? "accent" : "quiet"}
          size="small"
          disabled={!canBuy}
          onClick={() => buyer.extend(hold.id)}
        >
          {text.extend}
        </Button>
      )}
    </div>
  );
}

interface ContinueButtonProps {
  hold: Hold;
  label: string;
  size?: "normal" | "large";
}

export function ContinueButton({ hold, label, size = "large" }: ContinueButtonProps) {
  const { show } = useShowContext();
  const text = showMessages[useLanguage()].hold;
  const canBuy = useCanBuy();
  return (
    <span className={styles.continue} data-off={!canBuy || undefined}>
      <ButtonLink
        size={size}
        wide
        href={`/checkout/${show.id}?hold=${encodeURIComponent(hold.id)}`}
        aria-label={label}
        aria-disabled={!canBuy || undefined}
        onClick={(event) => !canBuy && event.preventDefault()}
      >
        {text.continue}
      </ButtonLink>
    </span>
  );
}

/** A couple seat is one line. */
function groupsOf(hold: Hold, plan: SeatPlan) {
  const seats = seatsNamed(plan, hold.seats).sort((a, b) => a.index - b.index);
  return seats
    .filter(
      ({ partner, label }) =>
        partner === undefined || !hold.seats.includes(partner) || isFirst(label, partner, plan),
    )
    .map((seat) => withPartner(plan, seat).filter(({ label }) => hold.seats.includes(label)));
}

function isFirst(label: string, partner: string, plan: SeatPlan): boolean {
  return (plan.byLabel.get(label)?.index ?? 0) < (plan.byLabel.get(partner)?.index ?? 0);
}
