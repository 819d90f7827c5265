import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { strategyCard } from "#contract/lab-strategies";
import { pageSource } from "#contract/pages";
import { ButtonLink } from "../../../components/button";
import { getLanguage, getMessages } from "../../../lib/current-request";
import { raceMessages } from "../../../lib/messages/lab-race";
import { resultMessages } from "../../../lib/messages/lab-results";
import styles from "../../layout.module.css";
import { replayLink, setupOf } from "../../race/setup/race-setup";
import { RecordedRace } from "../recorded-race";

interface RacePageProps {
  params: Promise<{ raceId: string }>;
}

const findRace = cache((raceId: string) => pageSource().race(raceId));

export async function generateMetadata({ params }: RacePageProps): Promise<Metadata> {
  const [{ raceId }, language, text] = await Promise.all([params, getLanguage(), getMessages(raceMessages)]);
  const race = await findRace(raceId);
  if (!race) return {};
  return { title: text.recorded.titleOf(strategyCard(race.settings.strategy).title[language]) };
}

/** One race for good: as it runs, and as it ran. */
export default async function RacePage({ params }: RacePageProps) {
  const [{ raceId }, text, { table }] = await Promise.all([
    params,
    getMessages(raceMessages),
    getMessages(resultMessages),
  ]);
  const race = await findRace(raceId);
  if (!race) notFound();
  const { buyers, thinkMs, instances } = race.settings;
  return (
    <>
      <header className={styles.head}>
        <h1>{text.recorded.title}</h1>
        <p className={styles.intro}>{text.recorded.intro}</p>
        <p className={styles.aside}>
          {table.conditions(buyers, thinkMs, instances)}, {table.seed(race.seed)}
        </p>
        <p>
          <ButtonLink variant="quiet" size="small" href={replayLink(setupOf(race.settings))}>
            {text.recorded.again}
          </ButtonLink>
        </p>
      </header>
      <RecordedRace raceId={raceId} settings={race.settings} />
    </>
  );
}
