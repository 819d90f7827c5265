import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { Language } from "#contract/language";
import { pageSource } from "#contract/pages";
import { ButtonLink } from "../../../components/button";
import { getLanguage, getMessages } from "../../../lib/current-request";
import { lessonMessages } from "../../../lib/messages/lab-lessons";
import { SourcePane } from "../../source-pane/source-pane";
import { LESSONS } from "../all-lessons";
import type { LessonChoice } from "../lesson";
import { LessonQuiz } from "../lesson-quiz";
import { Paragraphs, RichText } from "../rich-text";
import styles from "./page.module.css";

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
    getMessages(lessonMessages),
  ]);
  const index = LESSONS.findIndex((known) => known.slug === slug);
  const lesson = LESSONS[index];
  if (!lesson) notFound();
  const { predict, question, withServer } = lesson;
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
        <LessonQuiz
          key={`${slug} ${language}`}
          completesLesson={slug}
          ask={<RichText>{predict.ask[language]}</RichText>}
          choices={choicesIn(predict.choices, language)}
          run={predict.run}
          sights={lesson.see.map(({ text, lights }) => ({ text: text[language], lights }))}
        >
          <h2>{text.why}</h2>
          <div className={styles.prose}>
            <Paragraphs>{lesson.why[language]}</Paragraphs>
          </div>
          <aside className={styles.corrections} aria-label={text.corrections}>
            <h3>{text.corrections}</h3>
            <Paragraphs>{lesson.corrections[language]}</Paragraphs>
          </aside>
        </LessonQuiz>
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
      {withServer && pageSource().labServers()[withServer.server].installed && (
        <section className={styles.section}>
          <h2>{text.withServer}</h2>
          <LessonQuiz
            key={`${slug} ${language}`}
            ask={<RichText>{withServer.ask[language]}</RichText>}
            choices={choicesIn(withServer.choices, language)}
            run={withServer.run}
          >
            <h3>{text.answer}</h3>
            <div className={styles.prose}>
              <Paragraphs>{withServer.answer[language]}</Paragraphs>
            </div>
          </LessonQuiz>
        </section>
      )}
      <LessonLinks index={index} language={language} />
    </article>
  );
}

async function LessonLinks({ index, language }: { index: number; language: Language }) {
  const text = await getMessages(lessonMessages);
  const previous = LESSONS[index - 1];
  const next = LESSONS[index + 1];
  return (
    <nav className={styles.lessonLinks} aria-label={text.title}>
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
