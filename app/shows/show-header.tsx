/** Which movie, when and where: what a buyer checks before choosing a seat. */

import type { ShowDetails } from "#contract/shows";
import { Badge } from "../components/badge";
import { Poster } from "../components/poster/poster";
import { getLanguage, getMessages } from "../lib/current-request";
import { formatDay, formatTime } from "../lib/formatting";
import { commonMessages } from "../lib/messages/common";
import { homeMessages } from "../lib/messages/home";
import { SalesStatus } from "./sales-status";
import styles from "./show-header.module.css";

export async function ShowHeader({ show }: { show: ShowDetails }) {
  const language = await getLanguage();
  const [siteText, homeText] = await Promise.all([getMessages(commonMessages), getMessages(homeMessages)]);
  const { movie, auditorium, startsAt } = show;
  return (
    <div className={styles.header}>
      <div className={styles.poster}>
        <Poster movie={movie} />
      </div>
      <div className={styles.words}>
        <p className={styles.kicker}>
          <SalesStatus />
        </p>
        <h1 className={styles.title}>{movie.title[language]}</h1>
        <p className={styles.facts}>
          <time className={styles.time} dateTime={new Date(startsAt).toISOString()}>
            {formatTime(startsAt)}
          </time>
          <span>{formatDay(startsAt, language)}</span>
          <span>{auditorium.name[language]}</span>
          <span>{siteText.minutes(movie.durationMinutes)}</span>
          <Badge label={homeText.rated(movie.rating)}>{movie.rating}</Badge>
        </p>
      </div>
    </div>
  );
}
