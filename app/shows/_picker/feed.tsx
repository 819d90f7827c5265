"use client";

import type { Happening } from "../../lib/live/happenings";
import { useCell } from "../../lib/live/use-cell";
import { useMessages } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import type { Room } from "../seating/room";
import styles from "./feed.module.css";
import { useSession } from "./session";

const SHOWN = 3;
const NAMED_SEATS = 4;

/** What others just did, quietly: nobody has to look, and it is spoken only as part of a summary. */
export function Feed() {
  const { room, store } = useSession();
  const text = useMessages(words);
  const happenings = useCell(store.happenings);
  return (
    <section className={styles.feed} aria-labelledby="feed">
      <h2 id="feed" className={styles.title}>
        {text.feed.title}
      </h2>
      {happenings.length === 0 ? (
        <p className={styles.empty}>{text.feed.empty}</p>
      ) : (
        <ol className={styles.list}>
          {happenings.slice(0, SHOWN).map((happening) => (
            <li key={happening.id} className={styles.line} data-kind={happening.kind}>
              {happeningWords(happening, room, text)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** "B7 sold", "C1, C2, C3, C4 and 3 more free again". */
export function happeningWords(
  { kind, seats }: Pick<Happening, "kind" | "seats">,
  room: Room,
  text: (typeof words)["en"],
): string {
  const labels = seats.map((index) => room.seats[index]?.label ?? "");
  const named = labels.slice(0, NAMED_SEATS).join(", ");
  const more = labels.length - NAMED_SEATS;
  return text.feed.said(kind, more > 0 ? text.feed.many(named, more) : named);
}
