"use client";

import type { RefObject } from "react";
import { Button } from "../../components/button";
import { lessonMessages } from "../../lib/messages/lab-lessons";
import { useMessages } from "../../lib/messages/language-context";
import { bringIntoSight } from "../bring-into-sight";
import type { Spotlight } from "../timeline/spotlight";
import styles from "./lesson-see.module.css";
import { BulletList, RichText } from "./rich-text";

/** A sentence in the reader's language, and what it speaks of. */
export interface LessonSight {
  text: string;
  lights?: Spotlight | undefined;
}

interface LessonSeeProps {
  sights: readonly LessonSight[];
  /** Which of them is spoken of now; as many as there are means none: the whole picture. */
  current: number;
  onChange: (current: number) => void;
  /** What holds the pictures. */
  races: RefObject<HTMLElement | null>;
}

/** One sentence at a time, kept beside the picture it lights, however long that is. */
export function LessonSee({ sights, current, onChange, races }: LessonSeeProps) {
  const text = useMessages(lessonMessages);
  const sight = sights[current];

  function go(next: number) {
    onChange(next);
    const side = sights[next]?.lights?.side;
    const pictures = races.current?.querySelectorAll("[data-timeline]");
    if (side !== undefined) bringIntoSight(pictures?.item(side - 1) ?? null);
  }

  return (
    <section className={styles.see} aria-label={text.see}>
      <h2 className={styles.title}>{text.see}</h2>
      <p className={styles.sentence} role="status">
        {sight ? <RichText>{sight.text}</RichText> : text.wholePicture}
      </p>
      <div className={styles.steps}>
        <span className={styles.count}>{sight && text.sight(current + 1, sights.length)}</span>
        <Button variant="quiet" size="small" disabled={current === 0} onClick={() => go(current - 1)}>
          {text.sightBefore}
        </Button>
        <Button size="small" disabled={!sight} onClick={() => go(current + 1)}>
          {text.sightNext}
        </Button>
      </div>
    </section>
  );
}

/** All of them, where there is no picture. */
export function LessonSeeList({ sights }: { sights: readonly LessonSight[] }) {
  const text = useMessages(lessonMessages);
  return (
    <section className={styles.list} aria-label={text.see}>
      <h2>{text.see}</h2>
      <BulletList>{sights.map((sight) => sight.text)}</BulletList>
    </section>
  );
}
