"use client";

/**
 * What a screen reader is told besides the notices: that a seat became ours or went, that time runs out, and,
 * gathered into one sentence every few seconds, what others did.
 */
import { useEffect, useState } from "react";
import { VisuallyHidden } from "../../components/visually-hidden";
import type { HappeningKind } from "../../lib/live/happenings";
import { useMessages } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { happeningWords } from "./feed";
import { namesOf } from "./seat-names";
import { type ShowSession, useSession } from "./session";

const GATHER_MS = 8000;
const WARN_AT_SECONDS = [60, 30, 10];

export function Announcer() {
  const session = useSession();
  const text = useMessages(words);
  const [own, setOwn] = useState("");
  const [others, setOthers] = useState("");
  useEffect(() => announceOwn(session, text, setOwn), [session, text]);
  useEffect(() => announceOthers(session, text, setOthers), [session, text]);
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

type Text = (typeof words)["en"];
type Say = (sentence: string) => void;

function announceOwn({ store, live }: ShowSession, text: Text, say: Say): () => void {
  const seatsHeld = () => store.holds.get().flatMap(({ seats }) => seats);
  let before = seatsHeld();
  let timers: ReturnType<typeof setTimeout>[] = [];
  const look = () => {
    const now = seatsHeld();
    const won = now.filter((label) => !before.includes(label));
    const lost = before.filter((label) => !now.includes(label));
    before = now;
    if (won.length > 0) say(text.announce.yours(namesOf(won)));
    else if (lost.length > 0 && !live.lapsed.get()) say(text.announce.letGo(namesOf(lost)));
    for (const timer of timers) clearTimeout(timer);
    const [next] = store.holds.get();
    const leftMs = next && live.clock.remainingMs(next.expiresAt);
    timers = WARN_AT_SECONDS.filter((seconds) => leftMs && leftMs > seconds * 1000).map((seconds) =>
      setTimeout(() => say(text.announce.left(seconds)), (leftMs ?? 0) - seconds * 1000),
    );
  };
  look();
  const stop = store.holds.subscribe(look);
  const stopClosing = store.closed.subscribe(() => say(`${text.begun.title} ${text.begun.text}`));
  return () => {
    stop();
    stopClosing();
    for (const timer of timers) clearTimeout(timer);
  };
}

function announceOthers({ room, store }: ShowSession, text: Text, say: Say): () => void {
  let told = store.happenings.get()[0]?.id ?? 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    const news = store.happenings.get().filter(({ id }) => id > told);
    told = news[0]?.id ?? told;
    const seatsOfKind = new Map<HappeningKind, Set<number>>();
    for (const { kind, seats } of [...news].reverse()) {
      for (const other of seatsOfKind.values()) for (const seat of seats) other.delete(seat);
      seatsOfKind.set(kind, new Set([...(seatsOfKind.get(kind) ?? []), ...seats]));
    }
    const sentences = [...seatsOfKind]
      .filter(([, seats]) => seats.size > 0)
      .map(([kind, seats]) => happeningWords({ kind, seats: [...seats] }, room, text));
    if (sentences.length > 0) say(`${sentences.join(". ")}. ${text.seatsLeft(store.seatsLeft.get())}.`);
  };
  const stop = store.happenings.subscribe(() => {
    timer ??= setTimeout(tell, GATHER_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
