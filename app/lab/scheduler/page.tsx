import type { Metadata } from "next";
import { labGame } from "../../lib/messages/lab-game";
import { getMessages } from "../../lib/request";
import { readInterleaving } from "../_game/moves";
import { SchedulerRoom } from "../_game/scheduler-room";
import type { Params } from "../_race/setup";
import styles from "../layout.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(labGame);
  return { title: text.title, description: text.intro };
}

export default async function SchedulerPage({ searchParams }: { searchParams: Promise<Params> }) {
  const [params, text] = await Promise.all([searchParams, getMessages(labGame)]);
  return (
    <>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.intro}>{text.intro}</p>
        <p className={styles.aside}>{text.how}</p>
      </header>
      <SchedulerRoom initial={readInterleaving(params)} />
    </>
  );
}
