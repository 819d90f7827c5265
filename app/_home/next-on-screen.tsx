import type { Language } from "#contract/language";
import type { Movie, ShowSummary } from "#contract/shows";
import { ButtonLink } from "../components/button";
import { Poster, paletteStyle } from "../components/poster/poster";
import { daysBetween, formatDay, formatTime } from "../lib/format";
import type { HomeText } from "./film";
import styles from "./next-on-screen.module.css";
import { SeatRows } from "./seat-rows";

interface NextOnScreenProps {
  movie: Movie;
  show: ShowSummary;
  now: number;
  language: Language;
  text: HomeText;
}

/** The auditorium with the next film on its screen. It stays dark in the light theme: it is the room. */
export function NextOnScreen({ movie, show, now, language, text }: NextOnScreenProps) {
  const daysAway = daysBetween(now, show.startsAt);
  const day =
    daysAway === 0 ? text.today : daysAway === 1 ? text.tomorrow : formatDay(show.startsAt, language);
  return (
    <section className={styles.room} style={paletteStyle(movie.palette)} aria-labelledby="next-on-screen">
      <div className={styles.screen}>
        <div className={styles.art}>
          <Poster movie={movie} />
        </div>
        <div className={styles.caption}>
          <p className={styles.kicker}>
            {text.nextOnScreen}
            <span className={styles.when}>
              {day} {formatTime(show.startsAt)}
            </span>
          </p>
          <h2 id="next-on-screen" className={styles.title}>
            {movie.title[language]}
          </h2>
          <p className={styles.synopsis}>{movie.synopsis[language]}</p>
          <div className={styles.act}>
            <ButtonLink href={`/shows/${show.id}`} variant="lamp" size="large">
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
      <SeatRows className={styles.seats} />
    </section>
  );
}
