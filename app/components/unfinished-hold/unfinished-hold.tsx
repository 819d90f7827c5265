"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import type { Hold } from "#contract/outcomes";
import { useHoldCountdown } from "../../lib/live-show/hold-countdown";
import type { ServerClock } from "../../lib/live-show/server-clock";
import { useLanguage } from "../../lib/messages/language-context";
import { unfinishedHoldMessages } from "../../lib/messages/unfinished-hold";
import { post } from "../../lib/network/http";
import { useObservable } from "../../lib/observable-value";
import { useFollowedHold } from "../../lib/unfinished-hold/follow-hold";
import {
  followStoredHold,
  forgetHold,
  markPaying,
  payingHere,
  rememberHold,
  shownHere,
  type UnfinishedHold as Unfinished,
  unfinishedHold,
} from "../../lib/unfinished-hold/unfinished-hold";
import { Button, ButtonLink } from "../button";
import { Countdown } from "../countdown";
import { Notice, type Tone } from "../notice";
import styles from "./unfinished-hold.module.css";

/** Over every page: what became of the hold the buyer has left, unless the page shows it itself. */
export function UnfinishedHold() {
  useEffect(followStoredHold, []);
  const unfinished = useObservable(unfinishedHold);
  const shown = useObservable(shownHere) === unfinished?.holdId;
  const paidHere = useObservable(payingHere) === unfinished?.holdId;
  const told = unfinished && (unfinished.paying ? !paidHere : !shown) ? unfinished : undefined;
  return (
    <div className={styles.place} role="status">
      {told && <Told key={`${told.holdId} ${told.paying}`} unfinished={told} />}
    </div>
  );
}

function Told({ unfinished }: { unfinished: Unfinished }) {
  const { holdId, showId, seats, expiresAt, paying } = unfinished;
  const language = useLanguage();
  const text = unfinishedHoldMessages[language];
  const path = usePathname();
  const followed = useFollowedHold(unfinished);
  const labels = seats.join(", ");
  const hold = followed?.state.hold;
  const payment = followed?.state.payment;
  const ticket = payment?.state === "sold" ? `/tickets/${payment.booking.reference}` : undefined;
  const isOver = followed !== undefined && !hold && expiresAt <= followed.state.serverNow;
  // Let go elsewhere, or the ticket is on the screen: there is nothing to tell.
  const isDone = ticket === path || (followed !== undefined && !hold && !payment && !isOver);
  useEffect(() => {
    if (isDone) forgetHold(holdId);
    else if (followed?.unsent === "ever") markPaying(holdId, false);
  }, [isDone, holdId, followed]);

  const about = { movie: unfinished.title[language], onDismiss: () => forgetHold(holdId) };
  const toPay = (
    <ButtonLink size="small" href={`/checkout/${showId}?hold=${encodeURIComponent(holdId)}`}>
      {text.continue}
    </ButtonLink>
  );
  if (payment?.state === "under_way" || followed?.unsent === "yet" || (paying && !followed))
    return (
      <Card {...about} tone="note" title={text.paying(labels)} onDismiss={undefined}>
        {text.payingText}
      </Card>
    );
  if (!followed || isDone) return null;
  if (ticket !== undefined)
    return (
      <Card
        {...about}
        tone="good"
        title={text.sold(labels)}
        action={
          <ButtonLink size="small" href={ticket}>
            {text.openTicket}
          </ButtonLink>
        }
      >
        {text.soldText}
      </Card>
    );
  if (hold && payment?.state === "declined" && paying)
    return (
      <Card {...about} tone="bad" title={text.declined} action={toPay}>
        {text.declinedText(labels)}
      </Card>
    );
  // Its own pages show it as soon as they are live, and nothing may move on them then.
  if (hold && (path === `/shows/${showId}` || path === `/checkout/${showId}`)) return null;
  if (hold)
    return (
      <Card
        {...about}
        tone="note"
        title={text.held(labels)}
        action={
          <>
            <TimeLeft hold={hold} clock={followed.clock} label={text.timeLeft} />
            {toPay}
          </>
        }
      />
    );
  const notSold = payment?.state === "not_sold";
  return (
    <Card
      {...about}
      tone="bad"
      title={notSold ? text.notSold(labels) : text.lapsed(labels)}
      action={<HoldAgain unfinished={unfinished} />}
    >
      {notSold && text.notSoldText}
    </Card>
  );
}

interface CardProps {
  tone: Tone;
  title: string;
  movie: string;
  action?: ReactNode;
  children?: ReactNode;
  /** Not while there is something to wait for. */
  onDismiss: (() => void) | undefined;
}

function Card({ tone, title, movie, action, children, onDismiss }: CardProps) {
  const text = unfinishedHoldMessages[useLanguage()];
  return (
    <Notice
      tone={tone}
      title={title}
      action={
        <div className={styles.actions}>
          {action}
          {onDismiss && (
            <Button variant="quiet" size="small" onClick={onDismiss}>
              {text.dismiss}
            </Button>
          )}
        </div>
      }
    >
      {movie}
      {children && <>. {children}</>}
    </Notice>
  );
}

function TimeLeft({ hold, clock, label }: { hold: Hold; clock: ServerClock; label: string }) {
  const { leftMs, totalMs } = useHoldCountdown(clock, hold);
  return <Countdown leftMs={leftMs} totalMs={totalMs} label={label} />;
}

function HoldAgain({ unfinished }: { unfinished: Unfinished }) {
  const { showId, seats } = unfinished;
  const text = unfinishedHoldMessages[useLanguage()];
  const [state, setState] = useState<"idle" | "asking" | "gone" | "failed">("idle");

  async function holdAgain() {
    setState("asking");
    const answer = await post<{ hold: Hold }>("/api/holds", { showId, seats });
    if (answer !== "lost" && answer.ok) {
      const { id: holdId, expiresAt } = answer.hold;
      rememberHold({ ...unfinished, holdId, expiresAt, paying: false });
    } else setState(answer !== "lost" && answer.code === "seat_taken" ? "gone" : "failed");
  }

  if (state === "gone")
    return (
      <>
        <span>{text.gone(seats.join(", "))}</span>
        <ButtonLink size="small" href={`/shows/${showId}`}>
          {text.seeSeats}
        </ButtonLink>
      </>
    );
  return (
    <>
      {state === "failed" && <span>{text.failed}</span>}
      <Button size="small" busy={state === "asking"} onClick={() => void holdAgain()}>
        {text.holdAgain}
      </Button>
    </>
  );
}
