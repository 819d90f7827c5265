"use client";

import type { RaceResult } from "#contract/lab";
import { Badge } from "../../components/badge";
import { lab } from "../../lib/messages/lab";
import { useMessages } from "../../lib/messages/language-context";
import { SEAT, type Side } from "../_race/setup";
import { expectedVerdict, verdictOf } from "../_race/table";
import styles from "./verdict.module.css";

/** "A1 sold 97 times", by the ledger, and whether that is what the strategy's card says. */
export function Verdict({ side, result }: { side: Side; result: RaceResult }) {
  const text = useMessages(lab);
  const verdict = verdictOf(result);
  const sentence = {
    "sold-many": text.verdict.many(SEAT, result.success),
    "sold-once": text.verdict.once(SEAT),
    "sold-none": text.verdict.none(SEAT),
  }[verdict];
  const good = verdict === "sold-once";
  const met = verdict === expectedVerdict(side);
  return (
    <p className={styles.verdict} data-verdict={verdict}>
      <span className={styles.sentence}>{sentence}</span>{" "}
      <Badge tone={!met ? "lamp" : good ? "good" : "bad"} title={text.verdict.byLedger}>
        {!met ? text.verdict.unlike : good ? text.verdict.asPromised : text.verdict.asFeared}
      </Badge>
    </p>
  );
}
