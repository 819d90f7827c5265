import type { Metadata } from "next";
import { boxOffice } from "#contract/pages";
import { docs } from "../../lib/messages/docs";
import { getMessages } from "../../lib/request";
import { Operation } from "../_api/operation";
import { readDescription } from "../_api/read-description";
import styles from "./page.module.css";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getMessages(docs)).title };
}

export default async function ApiPage() {
  const text = await getMessages(docs);
  const operations = readDescription(boxOffice().api());
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.intro}>{text.intro}</p>
        <p>
          <a href="/api/openapi.json">{text.description}</a>
        </p>
      </header>
      <nav className={styles.contents} aria-label={text.operations}>
        <ul className={styles.list}>
          {operations.map(({ id, method, path }) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span className={styles.method} data-method={method}>
                  {method}
                </span>
                {path}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.operations}>
        {operations.map((operation) => (
          <Operation key={operation.id} operation={operation} text={text} />
        ))}
      </div>
    </div>
  );
}
