"use client";

import { type FormEvent, useCallback, useEffect, useId, useState } from "react";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { Notice } from "../../components/notice";
import { historiesMessages } from "../../lib/messages/lab-histories";
import { useMessages } from "../../lib/messages/language-context";
import styles from "./histories-view.module.css";
import { readHistoryLink } from "./history-link";
import { HistoryVerdict } from "./history-verdict";
import { type Judged, judgeHistory } from "./judge-history";

type Shown = Judged | { state: "nothing" | "checking" | "gone" | "damaged" };

/** A history from a link, from a race of the lab, from a file, or pasted; and what the checker says of it. */
export function HistoriesView({ raceId }: { raceId: string | undefined }) {
  const text = useMessages(historiesMessages).form;
  const [shown, setShown] = useState<Shown>({ state: "nothing" });
  const [pasted, setPasted] = useState("");
  const pasteId = useId();

  const judge = useCallback(async (json: string | null, otherwise: "gone" | "damaged") => {
    setShown({ state: "checking" });
    setShown(json === null ? { state: otherwise } : await judgeHistory(json));
  }, []);

  useEffect(() => {
    const open = async () => {
      if (location.hash.length > 1) await judge(readHistoryLink(location.hash), "damaged");
      else if (raceId !== undefined) await judge(await fetchRaceHistory(raceId), "gone");
    };
    void open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [raceId, judge]);

  function submit(event: FormEvent) {
    event.preventDefault();
    void judge(pasted, "damaged");
  }

  return (
    <div className={styles.view}>
      <div role="status" className={styles.result}>
        {shown.state === "checking" && <p>{text.checking}</p>}
        {shown.state === "gone" && <Notice tone="warning">{text.gone}</Notice>}
        {shown.state === "damaged" && <Notice tone="warning">{text.link}</Notice>}
        {shown.state === "unread" && (
          <Notice tone="bad" title={text.unread}>
            <pre className={styles.why}>{shown.why}</pre>
          </Notice>
        )}
        {shown.state === "judged" && (
          <HistoryVerdict history={shown.history} counterexample={shown.counterexample} />
        )}
      </div>
      <form className={styles.form} aria-label={text.label} onSubmit={submit}>
        <Field
          type="file"
          accept=".json,application/json"
          label={text.file}
          onChange={async ({ target }) => {
            const [file] = target.files ?? [];
            if (file) await judge(await file.text(), "damaged");
          }}
        />
        <label htmlFor={pasteId} className={styles.label}>
          {text.paste}
        </label>
        <textarea
          id={pasteId}
          className={styles.paste}
          rows={8}
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <p className={styles.hint}>{text.hint}</p>
        <div>
          <Button type="submit" busy={shown.state === "checking"} disabled={pasted.trim() === ""}>
            {text.check}
          </Button>
        </div>
      </form>
    </div>
  );
}

async function fetchRaceHistory(raceId: string): Promise<string | null> {
  const answer = await fetch(`/api/lab/races/${encodeURIComponent(raceId)}/history`).catch(() => null);
  return answer?.ok ? answer.text() : null;
}
