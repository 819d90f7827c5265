import type { Language } from "#contract/language";
import { Badge } from "../components/badge";
import { Poster } from "../components/poster/poster";
import { commonMessages } from "../lib/messages/common";
import type { HomeText } from "../lib/messages/home";
import type { MovieOfDay } from "./arrange-programme";
import styles from "./movie-card.module.css";
import { ShowCard } from "./show-card";

interface MovieCardProps {
  movieOfDay: MovieOfDay;
  language: Language;
  text: HomeText;
}

export function MovieCard({ movieOfDay: { movie, shows }, language, text }: MovieCardProps) {
  const title = movie.title[language];
  return (
    <article className={styles.card} aria-labelledby={`movie-${movie.id}`}>
      <div className={styles.poster}>
        <Poster movie={movie} />
      </div>
      <div className={styles.about}>
        <h2 id={`movie-${movie.id}`} className={styles.title}>
          {title}
        </h2>
        <p className={styles.facts}>
          <Badge label={text.rated(movie.rating)} title={ratingMeaning(movie.rating, text)}>
            {movie.rating}
          </Badge>
          <span>{movie.genre[language]}</span>
          <span>{commonMessages[language].minutes(movie.durationMinutes)}</span>
        </p>
        <p className={styles.synopsis}>{movie.synopsis[language]}</p>
      </div>
      <ul className={styles.shows} aria-label={text.showsOf(title)}>
        {shows.map((show) => (
          <li key={show.id}>
            <ShowCard show={show} language={language} text={text} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function ratingMeaning(rating: string, text: HomeText): string | undefined {
  return Object.entries(text.ratings).find(([known]) => known === rating)?.[1];
}
