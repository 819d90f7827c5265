"use client";

import type { Operation } from "#histories/history";
import { formatMs } from "../../lib/formatting";
import { historiesMessages } from "../../lib/messages/lab-histories";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { answerOf } from "./history-timeline";
import styles from "./operation-list.module.css";

/** What was asked and what came back, one sentence each. */
export function OperationList({ operations }: { operations: readonly Operation[] }) {
  const text = useMessages(historiesMessages);
  const language = useLanguage();
  return (
    <ul className={styles.operations}>
      {operations.map((operation) => {
        const { buyer, what, seats, show, askedAtMs, answeredAtMs } = operation;
        const asked = text.operation.asked[what](buyer, seats.join(", "), formatMs(askedAtMs, language));
        const heard =
          answeredAtMs === null
            ? text.operation.never
            : text.operation.heard(answerOf(operation) ?? "", formatMs(answeredAtMs, language));
        return (
          <li key={`${buyer} ${what} ${show} ${askedAtMs} ${answeredAtMs}`}>
            {asked} {heard}
          </li>
        );
      })}
    </ul>
  );
}
