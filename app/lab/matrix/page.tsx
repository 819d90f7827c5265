import type { Metadata } from "next";
import { z } from "zod";
import { FAULTS } from "#contract/lab-faults";
import { DOES_NOT_APPLY, FAULT_NEEDS, type MatrixCell, matrixCell, runsOf } from "#contract/lab-matrix";
import { getLanguage, getMessages } from "../../lib/current-request";
import { LOCALE } from "../../lib/formatting";
import { type MatrixText, matrixMessages } from "../../lib/messages/lab-matrix";
import head from "../layout.module.css";
import found from "./matrix.json";
import { MatrixTable } from "./matrix-table";
import styles from "./page.module.css";
import { PublishedFindings } from "./published-findings";

const CELLS = z.array(matrixCell).parse(found);

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(matrixMessages);
  return { title: text.title, description: text.intro };
}

export default async function MatrixPage() {
  const [language, text] = await Promise.all([getLanguage(), getMessages(matrixMessages)]);
  return (
    <>
      <header className={head.head}>
        <h1>{text.title}</h1>
        <p className={head.intro}>{text.intro}</p>
      </header>
      {CELLS.length === 0 ? (
        <p className={head.aside}>{text.empty}</p>
      ) : (
        <>
          <MatrixTable cells={CELLS} text={text} language={language} />
          <section className={styles.section}>
            <h2>{text.legend.title}</h2>
            <ul className={styles.list}>
              {Object.entries(text.legend)
                .filter(([name]) => name !== "title")
                .map(([name, sentence]) => (
                  <li key={name}>{sentence}</li>
                ))}
            </ul>
            <MadeOf cells={CELLS} text={text} locale={LOCALE[language]} />
          </section>
        </>
      )}
      <section className={styles.section}>
        <h2>{text.faults}</h2>
        <dl className={styles.faults}>
          {FAULTS.map(({ id, title, what }) => (
            <div key={id}>
              <dt>{title[language]}</dt>
              <dd>
                {what[language]} <small>{(FAULT_NEEDS[id] ?? DOES_NOT_APPLY)[language]}</small>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <PublishedFindings text={text} language={language} />
    </>
  );
}

function MadeOf({ cells, text, locale }: { cells: MatrixCell[]; text: MatrixText; locale: string }) {
  const runs = cells.reduce((sum, cell) => sum + runsOf(cell), 0);
  const servers = new Set(
    cells.flatMap((cell) => Object.entries(cell.servers).map(([name, version]) => `${name} ${version}`)),
  );
  const commits = new Set(cells.flatMap((cell) => cell.commits));
  return (
    <p className={styles.made}>
      {text.made(cells.length, runs.toLocaleString(locale), Math.min(...cells.map(runsOf)))} {text.servers}:{" "}
      {[...servers].join(", ")}. {text.commits}: {[...commits].join(", ")}. {text.again}
    </p>
  );
}
