import type { Metadata } from "next";
import { getMessages, type SearchParams } from "../../lib/current-request";
import { historiesMessages } from "../../lib/messages/lab-histories";
import styles from "../layout.module.css";
import { HistoriesView } from "./histories-view";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(historiesMessages);
  return { title: text.title, description: text.intro };
}

export default async function HistoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ race }, text] = await Promise.all([searchParams, getMessages(historiesMessages)]);
  return (
    <>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.intro}>{text.intro}</p>
      </header>
      <HistoriesView raceId={typeof race === "string" ? race : undefined} />
    </>
  );
}
