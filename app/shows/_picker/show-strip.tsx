/** Which film, when and where: what a buyer checks before choosing a seat. */

import type { ShowDetails } from "#contract/shows";
import { Badge } from "../../components/badge";
import { Poster } from "../../components/poster/poster";
import { formatDay, formatTime } from "../../lib/format";
import { common } from "../../lib/messages/common";
import { home } from "../../lib/messages/home";
import { getLanguage, getMessages } from "../../lib/request";
import { ChooseSeats } from "./choose-seats";
import styles from "./show-strip.module.css";

export async function ShowStrip({ show }: { show: ShowDetails }) {
  const language = await getLanguage();
  const [house, programme] = await Promise.all([getMessages(common), getMessages(home)]);
  const { movie, auditorium, startsAt } = show;
  return (
    <div className={styles.strip}>
      <div className={styles.poster}>
        <Poster movie={movie} />
      </div>
      <div className={styles.words}>
        <p className={styles.kicker}>
          <ChooseSeats />
        </p>
        <h1 className={styles.title}>{movie.title[language]}</h1>
        <p className={styles.facts}>
          <time className={styles.time} dateTime={new Date(startsAt).toISOString()}>
            {formatTime(startsAt)}
          </time>
          <span>{formatDay(startsAt, language)}</span>
          <span>{auditorium.name[language]}</span>
          <span>{house.minutes(movie.durationMinutes)}</span>
          <Badge label={programme.rated(movie.rating)}>{movie.rating}</Badge>
        </p>
      </div>
    </div>
  );
}
