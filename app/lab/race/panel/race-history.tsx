"use client";

import type { RaceResult } from "#contract/lab";
import { ButtonLink } from "../../../components/button";
import { historiesMessages } from "../../../lib/messages/lab-histories";
import { raceMessages } from "../../../lib/messages/lab-race";
import { useMessages } from "../../../lib/messages/language-context";
import { historyLink, raceHistoryLink } from "../../histories/history-link";
import { OperationList } from "../../histories/operation-list";
import { raceLink } from "../setup/race-setup";
import styles from "./race-history.module.css";

/** Whether some order explains what the buyers were told, and where to see it as a history. */
export function RaceHistory({ raceId, result }: { raceId: string | null; result: RaceResult }) {
  const text = useMessages(historiesMessages).race;
  const { recorded } = useMessages(raceMessages);
  const { unexplained } = result;
  const link = unexplained && historyLink(unexplained);
  return (
    <div className={styles.history}>
      {unexplained ? (
        <>
          <p className={styles.illegal}>{text.illegal}</p>
          <OperationList operations={unexplained.operations} />
        </>
      ) : (
        <p>{text.legal(result.requests)}</p>
      )}
      <p className={styles.links}>
        {link && (
          <ButtonLink variant="quiet" size="small" href={link}>
            {text.open}
          </ButtonLink>
        )}
        {raceId && (
          <>
            <ButtonLink variant="quiet" size="small" href={raceHistoryLink(raceId)}>
              {text.whole}
            </ButtonLink>
            <ButtonLink variant="quiet" size="small" href={raceLink(raceId)}>
              {recorded.link}
            </ButtonLink>
          </>
        )}
      </p>
    </div>
  );
}
