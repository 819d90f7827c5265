import type { Metadata } from "next";
import Link from "next/link";
import { lab } from "../lib/messages/lab";
import { getMessages } from "../lib/request";
import { RaceLab } from "./_parts/race-lab";
import { type Params, readSetup } from "./_race/setup";
import styles from "./layout.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(lab);
  return { title: text.title, description: text.intro };
}

export default async function LabPage({ searchParams }: { searchParams: Promise<Params> }) {
  const [params, text] = await Promise.all([searchParams, getMessages(lab)]);
  return (
    <>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.intro}>{text.intro}</p>
        <p>
          <Link href="/lab/lessons/the-race">{text.newHere}</Link>
        </p>
      </header>
      <RaceLab initial={readSetup(params)} replay={params.replay === "1"} />
    </>
  );
}
