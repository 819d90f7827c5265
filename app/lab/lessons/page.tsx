import type { Metadata } from "next";
import { PageLink } from "../../components/page-link";
import { getLanguage, getMessages } from "../../lib/current-request";
import { labMessages } from "../../lib/messages/lab";
import { lessonMessages } from "../../lib/messages/lab-lessons";
import head from "../layout.module.css";
import { LESSONS } from "./all-lessons";
import { LessonDoneMark } from "./lesson-done";
import styles from "./page.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(lessonMessages);
  return { title: text.title, description: text.intro(LESSONS.length) };
}

export default async function LessonsPage() {
  const [language, text, { articles }] = await Promise.all([
    getLanguage(),
    getMessages(lessonMessages),
    getMessages(labMessages),
  ]);
  return (
    <>
      <header className={head.head}>
        <h1>{text.title}</h1>
        <p className={head.intro}>{text.intro(LESSONS.length)}</p>
        <p className={head.aside}>{text.minutes}</p>
        <p className={head.aside}>{articles}</p>
      </header>
      <ol className={styles.list}>
        {LESSONS.map(({ slug, title, idea }, index) => (
          <li key={slug}>
            <PageLink href={`/lab/lessons/${slug}`} className={styles.link}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{title[language]}</span>
                <span className={styles.idea}>{idea[language]}</span>
              </span>
              <span className={styles.done}>
                <LessonDoneMark slug={slug} label={text.done} />
              </span>
            </PageLink>
          </li>
        ))}
      </ol>
    </>
  );
}
