"use client";

import { useEffect, useState } from "react";
import type { GameLock } from "#contract/lab-game";
import { Button } from "../../../components/button";
import { formatMs } from "../../../lib/formatting";
import { schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import { BigSeat } from "../../race/panel/big-seat";
import type { StartedPlay } from "./game-board";
import styles from "./shared-state.module.css";

const TICK_MS = 100;
const BUYERS = ["A", "B"] as const;

/** What both buyers can see: the row, the ledger, the locks, the fences. */
export function SharedState({ play, onWait }: { play: StartedPlay; onWait: () => void }) {
  const text = useMessages(schedulerMessages);
  const language = useLanguage();
  const { row, sales, locks, status, buyers } = play.game;
  const lapsing = locks.some(({ ttlMs }) => ttlMs !== null);
  const fenced = BUYERS.filter((name) => buyers[name].fence !== null && buyers[name].phase !== "finished");
  return (
    <div className={styles.sharedState}>
      <BigSeat claims={sales.length} />
      <dl className={styles.facts}>
        <dt>{text.row}</dt>
        <dd data-booked={row.isBooked || undefined}>
          {row.isBooked ? text.rowBooked(row.bookedBy ?? "?") : text.rowFree}
          {row.fence > 0 && <>, {text.rowFence(row.fence)}</>}
        </dd>
        {fenced.map((name) => {
          const fence = buyers[name].fence ?? 0;
          return (
            <dd key={name} className={styles.fence} data-stale={fence < row.fence || undefined}>
              {fence < row.fence ? text.fenceStale(name, fence, row.fence) : text.fenceWins(name, fence)}
            </dd>
          );
        })}
        <dt>{text.ledger}</dt>
        {sales.length === 0 && <dd>{text.ledgerEmpty}</dd>}
        {sales.map((sale, index) => (
          <dd key={`${sale.buyer} ${sale.soldAtMs}`} data-double={index > 0 || undefined}>
            {text.sale(sale.buyer, formatMs(sale.soldAtMs, language))}
          </dd>
        ))}
        <dt>{text.locks}</dt>
        {locks.length === 0 && <dd>{text.noLocks}</dd>}
        {locks.map((lock) => (
          <LockLine key={`${lock.node} ${lock.key}`} lock={lock} many={locks.length > 1} play={play} />
        ))}
      </dl>
      {lapsing && status === "playing" && (
        <Button variant="quiet" size="small" onClick={onWait} disabled={play.activity !== "idle"}>
          {play.activity === "moving" ? text.waiting : text.wait}
        </Button>
      )}
    </div>
  );
}

function LockLine({ lock, many, play }: { lock: GameLock; many: boolean; play: StartedPlay }) {
  const text = useMessages(schedulerMessages);
  const language = useLanguage();
  const leftMs = useRemainingTtl(lock.ttlMs, play.receivedAtMs);
  const owner = lock.ownerBuyer ? text.buyer(lock.ownerBuyer) : lock.owner;
  return (
    <dd className={styles.lock} data-owner={lock.ownerBuyer ?? undefined}>
      {many && <span>{text.lockNode(lock.node)}: </span>}
      {text.lockOf(owner)},{" "}
      <span className={styles.left}>
        {leftMs === null
          ? text.lockNoTtl
          : leftMs > 0
            ? text.lockLeft(formatMs(Math.ceil(leftMs / 100) * 100, language))
            : text.lockLapsed}
      </span>
      {leftMs !== null && (
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${Math.min(100, (Math.max(0, leftMs) / play.game.lockTtlMs) * 100)}%` }} />
        </span>
      )}
    </dd>
  );
}

/** Counts down between two tellings of the state; the next telling puts it right. */
function useRemainingTtl(ttlMs: number | null, receivedAtMs: number): number | null {
  const [now, setNow] = useState(receivedAtMs);
  useEffect(() => {
    if (ttlMs === null) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [ttlMs]);
  return ttlMs === null ? null : ttlMs - Math.max(0, now - receivedAtMs);
}
