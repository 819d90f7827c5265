import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { Language } from "#contract/language";
import { ButtonLink } from "../../../components/button";
import { labLessons } from "../../../lib/messages/lab-lessons";
import { getLanguage, getMessages } from "../../../lib/request";
import type { LessonChoice } from "../../_lessons/lesson";
import { LessonCourse } from "../../_lessons/lesson-course";
import { LessonQuiz } from "../../_lessons/lesson-quiz";
import { LESSONS } from "../../_lessons/lessons";
import { Paragraphs, Points, RichText } from "../../_lessons/rich-text";
import { SourcePane } from "../../_source/source-pane";
import styles from "./lesson.module.css";

interface LessonPageProps {
  params: Promise<{ lesson: string }>;
}

export async function generateMetadata({ params }: LessonPageProps): Promise<Metadata> {
  const [{ lesson: slug }, language] = await Promise.all([params, getLanguage()]);
  const lesson = LESSONS.find((known) => known.slug === slug);
  return lesson ? { title: lesson.title[language], description: lesson.idea[language] } : {};
}

export default async function LessonPage({ params }: LessonPageProps) {
  const [{ lesson: slug }, language, text] = await Promise.all([
    params,
    getLanguage(),
    getMessages(labLessons),
  ]);
  const index = LESSONS.findIndex((known) => known.slug === slug);
  const lesson = LESSONS[index];
  if (!lesson) notFound();
  const { predict, question } = lesson;
  return (
    <article className={styles.lesson}>
      <div className={styles.beginning}>
        <header className={styles.head}>
          <p className={styles.number}>{text.of(index + 1, LESSONS.length)}</p>
          <h1>{lesson.title[language]}</h1>
          <p className={styles.idea}>{lesson.idea[language]}</p>
        </header>
        <div className={styles.prose}>
          <Paragraphs>{lesson.story[language]}</Paragraphs>
        </div>
        <div className={styles.code}>
          <SourcePane strategy={predict.run.sides[0].strategy} title={text.code} />
        </div>
      </div>
      <section className={styles.section}>
        <h2>{text.predict}</h2>
        <LessonCourse
          key={`${slug} ${language}`}
          slug={slug}
          ask={<RichText>{predict.ask[language]}</RichText>}
          choices={choicesIn(predict.choices, language)}
          run={predict.run}
        >
          <h2>{text.see}</h2>
          <div className={styles.prose}>
            <Points>{lesson.see[language]}</Points>
          </div>
          <h2>{text.why}</h2>
          <div className={styles.prose}>
            <Paragraphs>{lesson.why[language]}</Paragraphs>
          </div>
          <aside className={styles.corrections} aria-label={text.corrections}>
            <h3>{text.corrections}</h3>
            <Paragraphs>{lesson.corrections[language]}</Paragraphs>
          </aside>
        </LessonCourse>
      </section>
      <section className={styles.section}>
        <h2>{text.question}</h2>
        <LessonQuiz
          key={`${slug} ${language}`}
          ask={<RichText>{question.ask[language]}</RichText>}
          choices={choicesIn(question.choices, language)}
          run={question.run}
        >
          <h3>{text.answer}</h3>
          <div className={styles.prose}>
            <Paragraphs>{question.answer[language]}</Paragraphs>
          </div>
        </LessonQuiz>
      </section>
      <Neighbours index={index} language={language} />
    </article>
  );
}

async function Neighbours({ index, language }: { index: number; language: Language }) {
  const text = await getMessages(labLessons);
  const previous = LESSONS[index - 1];
  const next = LESSONS[index + 1];
  return (
    <nav className={styles.neighbours} aria-label={text.title}>
      {previous && (
        <ButtonLink variant="quiet" href={`/lab/lessons/${previous.slug}`}>
          ← {text.previous}: {previous.title[language]}
        </ButtonLink>
      )}
      <ButtonLink variant="quiet" href="/lab/lessons">
        {text.all}
      </ButtonLink>
      {next ? (
        <ButtonLink href={`/lab/lessons/${next.slug}`}>
          {text.next}: {next.title[language]} →
        </ButtonLink>
      ) : (
        <p>{text.finished}</p>
      )}
    </nav>
  );
}

function choicesIn(choices: readonly LessonChoice[], language: Language) {
  return choices.map(({ text, right }) => ({ text: text[language], right }));
}
