import type { Metadata } from "next";
import { PageLink } from "../components/page-link";
import { getMessages, type SearchParams } from "../lib/current-request";
import { labMessages } from "../lib/messages/lab";
import styles from "./layout.module.css";
import { RaceLab } from "./race/race-lab";
import { readSetup } from "./race/setup/race-setup";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(labMessages);
  return { title: text.title, description: text.intro };
}

export default async function LabPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, text] = await Promise.all([searchParams, getMessages(labMessages)]);
  return (
    <>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.intro}>{text.intro}</p>
        <p>
          <PageLink href="/lab/lessons/the-race">{text.newHere}</PageLink>
        </p>
        <p className={styles.aside}>{text.articles}</p>
      </header>
      <RaceLab initial={readSetup(params)} replay={params.replay === "1"} />
    </>
  );
}
