import type { Language } from "#contract/language";
import { Badge } from "../components/badge";
import { Poster } from "../components/poster/poster";
import { common } from "../lib/messages/common";
import type { home } from "../lib/messages/home";
import type { FilmOfDay } from "./arrange";
import styles from "./film.module.css";
import { ScreeningTicket } from "./screening-ticket";

export type HomeText = (typeof home)["en"];

interface FilmProps {
  film: FilmOfDay;
  language: Language;
  text: HomeText;
}

export function Film({ film: { movie, shows }, language, text }: FilmProps) {
  const title = movie.title[language];
  return (
    <article className={styles.film} aria-labelledby={`film-${movie.id}`}>
      <div className={styles.poster}>
        <Poster movie={movie} />
      </div>
      <div className={styles.about}>
        <h2 id={`film-${movie.id}`} className={styles.title}>
          {title}
        </h2>
        <p className={styles.facts}>
          <Badge label={text.rated(movie.rating)} title={ratingMeaning(movie.rating, text)}>
            {movie.rating}
          </Badge>
          <span>{movie.genre[language]}</span>
          <span>{common[language].minutes(movie.durationMinutes)}</span>
        </p>
        <p className={styles.synopsis}>{movie.synopsis[language]}</p>
      </div>
      <ul className={styles.screenings} aria-label={text.screenings(title)}>
        {shows.map((show) => (
          <li key={show.id}>
            <ScreeningTicket show={show} language={language} text={text} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function ratingMeaning(rating: string, text: HomeText): string | undefined {
  return Object.entries(text.ratings).find(([known]) => known === rating)?.[1];
}
