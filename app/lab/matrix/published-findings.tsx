import { PUBLISHED_FINDINGS } from "#contract/lab-published";
import type { Language } from "#contract/language";
import type { MatrixText } from "../../lib/messages/lab-matrix";
import page from "./page.module.css";
import styles from "./published-findings.module.css";

/** What others found of the same systems, and where this lab differs. */
export function PublishedFindings({ text, language }: { text: MatrixText; language: Language }) {
  return (
    <section className={page.section}>
      <h2>{text.others}</h2>
      <ul className={styles.list}>
        {PUBLISHED_FINDINGS.map(({ who, about, found, here, source }) => (
          <li key={who + about.en} className={styles.finding}>
            <h3>
              {who}: {about[language]}
            </h3>
            <p>
              <b>{text.foundThere}:</b> {found[language]}
            </p>
            <p>
              <b>{text.foundHere}:</b> {here[language]}
            </p>
            {source && (
              <p className={styles.source}>
                {text.source}:{" "}
                <a href={source} rel="noreferrer">
                  {new URL(source).host}
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
