"use client";

/**
 * What a screen reader is told besides the notices: that a seat became ours or went, that time runs out, and,
 * gathered into one sentence every few seconds, what others did.
 */
import { useEffect, useState } from "react";
import { VisuallyHidden } from "../../components/visually-hidden";
import { SPOKEN_SECONDS_LEFT } from "../../lib/live-show/hold-countdown";
import type { RecentChangeKind } from "../../lib/live-show/recent-changes";
import { useMessages } from "../../lib/messages/language-context";
import { type ShowText, showMessages } from "../../lib/messages/show";
import { type NoticeText, noticeMessages } from "../../lib/messages/show-notices";
import { joinLabels } from "../seat-plan/seat-plan";
import { type ShowContextValue, useShowContext } from "../show-context";
import { recentChangeText } from "./recent-changes";

const ANNOUNCE_EVERY_MS = 8000;

export function ScreenReaderAnnouncer() {
  const context = useShowContext();
  const text = useMessages(noticeMessages);
  const showText = useMessages(showMessages);
  const [own, setOwn] = useState("");
  const [others, setOthers] = useState("");
  useEffect(() => announceOwn(context, text, showText, setOwn), [context, text, showText]);
  useEffect(() => announceOthers(context, text, showText, setOthers), [context, text, showText]);
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {own}
      </VisuallyHidden>
      <VisuallyHidden role="log" aria-live="polite">
        {others}
      </VisuallyHidden>
    </>
  );
}

type Say = (sentence: string) => void;

function announceOwn(
  { store, connection }: ShowContextValue,
  text: NoticeText,
  showText: ShowText,
  say: Say,
): () => void {
  const seatsHeld = () => store.holds.get().flatMap(({ seats }) => seats);
  let before = seatsHeld();
  let timers: ReturnType<typeof setTimeout>[] = [];
  const announce = () => {
    const now = seatsHeld();
    const won = now.filter((label) => !before.includes(label));
    const lost = before.filter((label) => !now.includes(label));
    before = now;
    if (won.length > 0) say(text.announce.yours(joinLabels(won)));
    else if (lost.length > 0 && !connection.lapsedHold.get()) say(text.announce.released(joinLabels(lost)));
    for (const timer of timers) clearTimeout(timer);
    const [next] = store.holds.get();
    const leftMs = next && connection.clock.remainingMs(next.expiresAt);
    timers = SPOKEN_SECONDS_LEFT.filter((seconds) => leftMs && leftMs > seconds * 1000).map((seconds) =>
      setTimeout(() => say(text.announce.left(seconds)), (leftMs ?? 0) - seconds * 1000),
    );
  };
  announce();
  const stopWatchingHolds = store.holds.subscribe(announce);
  const stopWatchingSales = store.closed.subscribe(() =>
    say(`${showText.begun.title} ${showText.begun.text}`),
  );
  return () => {
    stopWatchingHolds();
    stopWatchingSales();
    for (const timer of timers) clearTimeout(timer);
  };
}

function announceOthers(
  { plan, store }: ShowContextValue,
  text: NoticeText,
  showText: ShowText,
  say: Say,
): () => void {
  let lastAnnounced = store.recentChanges.get()[0]?.id ?? 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announce = () => {
    timer = undefined;
    const news = store.recentChanges.get().filter(({ id }) => id > lastAnnounced);
    lastAnnounced = news[0]?.id ?? lastAnnounced;
    const seatsOfKind = new Map<RecentChangeKind, Set<number>>();
    for (const { kind, seats } of [...news].reverse()) {
      for (const other of seatsOfKind.values()) for (const seat of seats) other.delete(seat);
      seatsOfKind.set(kind, new Set([...(seatsOfKind.get(kind) ?? []), ...seats]));
    }
    const sentences = [...seatsOfKind]
      .filter(([, seats]) => seats.size > 0)
      .map(([kind, seats]) => recentChangeText({ kind, seats: [...seats] }, plan, text));
    if (sentences.length > 0) say(`${sentences.join(". ")}. ${showText.seatsLeft(store.seatsLeft.get())}.`);
  };
  const stop = store.recentChanges.subscribe(() => {
    timer ??= setTimeout(announce, ANNOUNCE_EVERY_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
