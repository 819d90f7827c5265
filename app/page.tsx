import { boxOffice } from "#contract/pages";
import { arrangeProgramme } from "./_home/arrange";
import { DayPicker } from "./_home/day-picker";
import { Film } from "./_home/film";
import styles from "./_home/home.module.css";
import { NextOnScreen } from "./_home/next-on-screen";
import { EmptyRoom } from "./components/empty-room";
import { formatLongDay } from "./lib/format";
import { home } from "./lib/messages/home";
import { getLanguage, getMessages } from "./lib/request";

interface HomeProps {
  searchParams: Promise<{ day?: string | string[] }>;
}

export default async function Home({ searchParams }: HomeProps) {
  const [{ day }, language, text, programme] = await Promise.all([
    searchParams,
    getLanguage(),
    getMessages(home),
    boxOffice().programme(),
  ]);
  const now = Date.now();
  const { days, selected, films, next } = arrangeProgramme(
    programme,
    typeof day === "string" ? day : undefined,
    now,
  );
  const selectedAt = days.find((known) => known.day === selected)?.at;
  if (!next && films.length === 0) return <EmptyRoom title={text.empty.title} text={text.empty.text} />;

  return (
    <>
      {next && <NextOnScreen {...next} language={language} text={text} now={now} />}
      <div className={styles.programme}>
        <h1 className={styles.heading}>{text.title}</h1>
        <DayPicker days={days} selected={selected} now={now} language={language} text={text} />
        {selectedAt !== undefined && (
          <section className={styles.films} aria-label={text.filmsOn(formatLongDay(selectedAt, language))}>
            {films.map((film) => (
              <Film key={film.movie.id} film={film} language={language} text={text} />
            ))}
          </section>
        )}
      </div>
    </>
  );
}
