import type { Metadata } from "next";
import Link from "next/link";
import { labLessons } from "../../lib/messages/lab-lessons";
import { getLanguage, getMessages } from "../../lib/request";
import { LessonDone } from "../_lessons/lesson-done";
import { LESSONS } from "../_lessons/lessons";
import head from "../layout.module.css";
import styles from "./lessons.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(labLessons);
  return { title: text.title, description: text.intro };
}

export default async function LessonsPage() {
  const [language, text] = await Promise.all([getLanguage(), getMessages(labLessons)]);
  return (
    <>
      <header className={head.head}>
        <h1>{text.title}</h1>
        <p className={head.intro}>{text.intro}</p>
        <p className={head.aside}>{text.minutes}</p>
      </header>
      <ol className={styles.list}>
        {LESSONS.map(({ slug, title, idea }, index) => (
          <li key={slug} className={styles.item}>
            <Link href={`/lab/lessons/${slug}`} className={styles.link}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{title[language]}</span>
                <span className={styles.idea}>{idea[language]}</span>
              </span>
              <span className={styles.done}>
                <LessonDone slug={slug} label={text.done} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}
