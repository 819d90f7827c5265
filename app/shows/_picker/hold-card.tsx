"use client";

import { useState } from "react";
import type { Hold } from "#contract/outcomes";
import { Button, ButtonLink } from "../../components/button";
import { Countdown } from "../../components/countdown";
import { formatMoney } from "../../lib/format";
import { useRemaining } from "../../lib/live/use-remaining";
import { common } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { type Room, seatsNamed, withPartner } from "../seating/room";
import styles from "./hold-card.module.css";
import { namesOf } from "./seat-names";
import { type ShowSession, useBuying, useSession } from "./session";

export const WARN_MS = 30_000;

/** One hold: its clock, its seats, what they cost, and the way on. */
export function HoldCard({ hold, onLetGo }: { hold: Hold; onLetGo: () => void }) {
  const { show, room, buyer } = useSession();
  const language = useLanguage();
  const text = words[language].hold;
  const buying = useBuying();
  const total = formatMoney(totalOf(hold, room, show), language);
  return (
    <div className={styles.card}>
      <div className={styles.onlyWide}>
        <HoldClock hold={hold} />
      </div>
      <ul className={styles.seats}>
        {groupsOf(hold, room).map((group) => (
          <li key={namesOf(group)} className={styles.seat}>
            <b className={styles.name}>{namesOf(group)}</b>
            <span className={styles.kind}>
              {common[language].priceClass[group[0]?.priceClass ?? "standard"]}
            </span>
            <span className={styles.price}>
              {formatMoney(
                group.reduce((sum, { priceClass }) => sum + show.prices[priceClass], 0),
                language,
              )}
            </span>
            <button
              type="button"
              className={styles.letGo}
              aria-label={text.letGo(namesOf(group))}
              disabled={!buying}
              onClick={() => {
                buyer.letGo(group.map(({ label }) => label));
                onLetGo();
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
        <span>{text.total}</span>
        <b>{total}</b>
      </p>
      <p className={styles.small}>{text.noFees}</p>
      <div className={styles.onlyWide}>
        <ContinueButton hold={hold} label={text.continueLong(total)} />
      </div>
      <button
        type="button"
        className={styles.letAllGo}
        disabled={!buying}
        onClick={() => {
          buyer.letGo(hold.seats);
          onLetGo();
        }}
      >
        {text.letAllGo}
      </button>
    </div>
  );
}

/** The countdown with its one press of more time. */
export function HoldClock({ hold, compact = false }: { hold: Hold; compact?: boolean }) {
  const { live, buyer } = useSession();
  const text = words[useLanguage()].hold;
  const buying = useBuying();
  const leftMs = useRemaining(live.clock, hold.expiresAt);
  const [full, setFull] = useState({ expiresAt: hold.expiresAt, totalMs: leftMs });
  if (full.expiresAt !== hold.expiresAt) setFull({ expiresAt: hold.expiresAt, totalMs: leftMs });
  const warn = leftMs <= WARN_MS;
  return (
    <div className={styles.clock} data-warn={warn || undefined} data-compact={compact || undefined}>
      <Countdown
        leftMs={leftMs}
        totalMs={Math.max(full.totalMs, leftMs)}
        warnMs={WARN_MS}
        label={text.timeLeft}
      />
      {!compact && (warn || !hold.extendable) && (
        <p className={styles.clockWords}>
          {warn && text.warning} {!hold.extendable && text.notExtendable}
        </p>
      )}
      {hold.extendable && (
        <Button
          variant={warn ? "lamp" : "quiet"}
          size="small"
          disabled={!buying}
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
  const { show } = useSession();
  const text = words[useLanguage()].hold;
  const buying = useBuying();
  return (
    <span className={styles.continue} data-off={!buying || undefined}>
      <ButtonLink
        size={size}
        wide
        href={`/checkout/${show.id}?hold=${encodeURIComponent(hold.id)}`}
        aria-label={label}
        aria-disabled={!buying || undefined}
        onClick={(event) => !buying && event.preventDefault()}
      >
        {text.continue}
      </ButtonLink>
    </span>
  );
}

export function totalOf(hold: Hold, room: Room, { prices }: ShowSession["show"]): number {
  return seatsNamed(room, hold.seats).reduce((sum, { priceClass }) => sum + prices[priceClass], 0);
}

/** A couple seat is one line. */
function groupsOf(hold: Hold, room: Room) {
  const seats = seatsNamed(room, hold.seats).sort((a, b) => a.index - b.index);
  return seats
    .filter(
      ({ partner, label }) =>
        partner === undefined || !hold.seats.includes(partner) || isFirst(label, partner, room),
    )
    .map((seat) => withPartner(room, seat).filter(({ label }) => hold.seats.includes(label)));
}

function isFirst(label: string, partner: string, room: Room): boolean {
  return (room.byLabel.get(label)?.index ?? 0) < (room.byLabel.get(partner)?.index ?? 0);
}
