import type { Metadata } from "next";
import { pageSource } from "#contract/pages";
import { getMessages } from "../../lib/current-request";
import { docsMessages } from "../../lib/messages/docs";
import { Operation } from "./operation";
import styles from "./page.module.css";
import { readOperations } from "./read-openapi";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getMessages(docsMessages)).title };
}

export default async function ApiPage() {
  const text = await getMessages(docsMessages);
  const operations = readOperations(pageSource().api());
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
