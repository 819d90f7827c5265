"use client";

import type { RaceResult } from "#contract/lab";
import { Badge } from "../../../components/badge";
import { raceMessages } from "../../../lib/messages/lab-race";
import { useMessages } from "../../../lib/messages/language-context";
import { expectedVerdict, verdictOf } from "../results/result-rows";
import { RACED_SEAT, type RaceSide } from "../setup/race-setup";
import styles from "./race-verdict.module.css";

/** "A1 sold 97 times", by the ledger, and whether that is what the strategy's card says. */
export function RaceVerdict({ side, result }: { side: RaceSide; result: RaceResult }) {
  const text = useMessages(raceMessages);
  const verdict = verdictOf(result);
  const sentence = {
    "sold-many": text.verdict.many(RACED_SEAT, result.success),
    "sold-once": text.verdict.once(RACED_SEAT),
    "sold-none": text.verdict.none(RACED_SEAT),
  }[verdict];
  const good = verdict === "sold-once";
  const met = verdict === expectedVerdict(side);
  return (
    <p className={styles.verdict} data-verdict={verdict}>
      <span className={styles.sentence}>{sentence}</span>{" "}
      <Badge tone={!met ? "warning" : good ? "good" : "bad"} title={text.verdict.byLedger}>
        {!met ? text.verdict.unlike : good ? text.verdict.asPromised : text.verdict.asFeared}
      </Badge>
    </p>
  );
}
