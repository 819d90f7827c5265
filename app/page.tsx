import { pageSource } from "#contract/pages";
import { EmptyState } from "./components/empty-state";
import { arrangeProgramme } from "./home/arrange-programme";
import { DayPicker } from "./home/day-picker";
import styles from "./home/home.module.css";
import { MovieCard } from "./home/movie-card";
import { NextShow } from "./home/next-show";
import { getLanguage, getMessages } from "./lib/current-request";
import { formatLongDay } from "./lib/formatting";
import { homeMessages } from "./lib/messages/home";

interface HomeProps {
  searchParams: Promise<{ day?: string | string[] }>;
}

export default async function Home({ searchParams }: HomeProps) {
  const [{ day }, language, text, programme] = await Promise.all([
    searchParams,
    getLanguage(),
    getMessages(homeMessages),
    pageSource().programme(),
  ]);
  const now = Date.now();
  const { days, selected, movies, next } = arrangeProgramme(
    programme,
    typeof day === "string" ? day : undefined,
    now,
  );
  const selectedAt = days.find((known) => known.day === selected)?.at;
  if (!next && movies.length === 0) return <EmptyState title={text.empty.title} text={text.empty.text} />;

  return (
    <>
      {next && <NextShow {...next} language={language} text={text} now={now} />}
      <div className={styles.programme}>
        <h1 className={styles.heading}>{text.title}</h1>
        <DayPicker days={days} selected={selected} now={now} language={language} text={text} />
        {selectedAt !== undefined && (
          <section className={styles.movies} aria-label={text.moviesOn(formatLongDay(selectedAt, language))}>
            {movies.map((movieOfDay) => (
              <MovieCard key={movieOfDay.movie.id} movieOfDay={movieOfDay} language={language} text={text} />
            ))}
          </section>
        )}
      </div>
    </>
  );
}
