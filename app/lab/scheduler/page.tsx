import type { Metadata } from "next";
import { z } from "zod";
import { searchedSchedules } from "#contract/lab-schedules";
import { getMessages, type SearchParams } from "../../lib/current-request";
import { labMessages } from "../../lib/messages/lab";
import { schedulerMessages } from "../../lib/messages/lab-scheduler";
import styles from "../layout.module.css";
import { readInterleaving } from "./interleaving";
import { SchedulerView } from "./scheduler-view";
import found from "./schedules.json";

const SEARCHES = z.array(searchedSchedules).parse(found);

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(schedulerMessages);
  return { title: text.title, description: text.intro };
}

export default async function SchedulerPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [params, text, { articles }] = await Promise.all([
    searchParams,
    getMessages(schedulerMessages),
    getMessages(labMessages),
  ]);
  return (
    <>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.intro}>{text.intro}</p>
        <p className={styles.aside}>{text.how}</p>
        <p className={styles.aside}>{articles}</p>
      </header>
      <SchedulerView initial={readInterleaving(params)} searches={SEARCHES} />
    </>
  );
}
