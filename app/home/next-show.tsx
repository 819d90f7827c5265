import type { Language } from "#contract/language";
import type { Movie, ShowSummary } from "#contract/shows";
import { ButtonLink } from "../components/button";
import { Poster, paletteStyle } from "../components/poster/poster";
import { daysBetween, formatDay, formatTime } from "../lib/formatting";
import type { HomeText } from "../lib/messages/home";
import styles from "./next-show.module.css";
import { SeatRowsPicture } from "./seat-rows-picture";

interface NextShowProps {
  movie: Movie;
  show: ShowSummary;
  now: number;
  language: Language;
  text: HomeText;
}

/** The auditorium with the next movie on its screen. It stays dark in the light theme, as auditoriums are. */
export function NextShow({ movie, show, now, language, text }: NextShowProps) {
  const daysAway = daysBetween(now, show.startsAt);
  const day =
    daysAway === 0 ? text.today : daysAway === 1 ? text.tomorrow : formatDay(show.startsAt, language);
  return (
    <section className={styles.auditorium} style={paletteStyle(movie.palette)} aria-labelledby="next-show">
      <div className={styles.screen}>
        <div className={styles.art}>
          <Poster movie={movie} />
        </div>
        <div className={styles.caption}>
          <p className={styles.kicker}>
            {text.nextShow}
            <span className={styles.when}>
              {day} {formatTime(show.startsAt)}
            </span>
          </p>
          <h2 id="next-show" className={styles.title}>
            {movie.title[language]}
          </h2>
          <p className={styles.synopsis}>{movie.synopsis[language]}</p>
          <div className={styles.act}>
            <ButtonLink href={`/shows/${show.id}`} variant="accent" size="large">
              {text.pickSeats}
            </ButtonLink>
            <p className={styles.left}>
              {show.auditorium.name[language]}
              <br />
              {text.seatsLeft(show.seatsLeft)}
            </p>
          </div>
        </div>
      </div>
      <SeatRowsPicture className={styles.seats} />
    </section>
  );
}
