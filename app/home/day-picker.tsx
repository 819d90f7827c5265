import type { Language } from "#contract/language";
import { LinkPending } from "../components/link-pending";
import { PageLink } from "../components/page-link";
import { daysBetween, formatDayTile } from "../lib/formatting";
import type { HomeText } from "../lib/messages/home";
import styles from "./day-picker.module.css";

interface DayPickerProps {
  days: { day: string; at: number }[];
  selected: string | undefined;
  now: number;
  language: Language;
  text: HomeText;
}

export function DayPicker({ days, selected, now, language, text }: DayPickerProps) {
  return (
    <nav aria-label={text.days} className={styles.picker}>
      <ul className={styles.days}>
        {days.map(({ day, at }) => {
          const { weekday, date } = formatDayTile(at, language);
          const away = daysBetween(now, at);
          return (
            <li key={day}>
              <PageLink
                className={styles.day}
                href={`/?day=${day}`}
                scroll={false}
                aria-current={day === selected ? "true" : undefined}
              >
                <span className={styles.weekday}>
                  {away === 0 ? text.today : away === 1 ? text.tomorrow : weekday}
                </span>
                <span className={styles.date}>{date}</span>
                <LinkPending />
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
