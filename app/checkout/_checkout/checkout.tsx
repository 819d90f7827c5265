"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { seatsOf } from "#contract/layout";
import type { Hold } from "#contract/outcomes";
import type { ShowDetails, Snapshot } from "#contract/shows";
import { Notice } from "../../components/notice";
import { LiveShow } from "../../lib/live/live-show";
import { ShowStore } from "../../lib/live/show-store";
import { useCell } from "../../lib/live/use-cell";
import { checkout } from "../../lib/messages/checkout";
import { useMessages } from "../../lib/messages/language-context";
import styles from "./checkout.module.css";
import { DetailsStep } from "./details-step";
import { HoldEnded } from "./hold-ended";
import { OrderTicket, totalOf } from "./order-ticket";
import { PaymentStep } from "./payment-step";
import { type Details, firstEntry, keepDetails, recallDetails } from "./session-memory";

interface CheckoutProps {
  show: ShowDetails;
  snapshot: Snapshot;
  holdId: string;
  /** The day in words, and the poster, made by the server. */
  day: string;
  poster: ReactNode;
}

type Step = "details" | "payment";

export function Checkout({ show, snapshot, holdId, day, poster }: CheckoutProps) {
  const text = useMessages(checkout);
  const router = useRouter();
  const [live] = useState(() => liveShow(show, snapshot));
  useEffect(() => live.start(), [live]);
  const connection = useCell(live.connection);
  const hold = useHold(live, holdId);

  const [step, setStep] = useState<Step>("details");
  const [details, setDetails] = useState<Details>({ name: "", email: "" });
  useEffect(() => {
    const kept = recallDetails();
    if (kept) setDetails(kept);
  }, []);
  /** While money is on its way the hold may end because it became a booking: the answer tells. */
  const [paying, setPaying] = useState(false);
  const [extended, setExtended] = useState(false);

  const ready = connection === "live" && hold.current !== undefined;
  useEffect(() => {
    if (step === "payment" && ready && firstEntry(holdId)) void extend(live, holdId).then(setExtended);
  }, [step, ready, live, holdId]);

  function enterPayment() {
    keepDetails(details);
    setStep("payment");
  }

  if (hold.state === "ended" && !paying) return <HoldEnded show={show} live={live} hold={hold.last} />;
  return (
    <div className={styles.page}>
      <OrderTicket
        show={show}
        day={day}
        hold={hold.current ?? hold.last}
        live={live}
        poster={poster}
        onExtend={() => void extend(live, holdId)}
      />
      <div className={styles.form}>
        <h1 className={styles.title}>{text.title}</h1>
        <noscript>
          <Notice tone="lamp">{text.needsScript}</Notice>
        </noscript>
        <Steps step={step} />
        <div role="status" className={styles.said}>
          {connection === "reconnecting" && (
            <Notice tone="bad" title={text.offline.title}>
              {text.offline.text}
            </Notice>
          )}
        </div>
        {step === "details" ? (
          <DetailsStep details={details} onChange={setDetails} onNext={enterPayment} />
        ) : (
          <PaymentStep
            showId={show.id}
            holdId={holdId}
            details={details}
            total={totalOf(hold.current ?? hold.last, show)}
            ready={ready}
            extended={extended}
            onPaying={setPaying}
            onBack={() => setStep("details")}
            onChanged={live.sync}
            onSold={({ reference }) => router.replace(`/tickets/${reference}?new`)}
          />
        )}
      </div>
    </div>
  );
}

function Steps({ step }: { step: Step }) {
  const text = useMessages(checkout);
  return (
    <ol className={styles.steps} aria-label={text.steps}>
      <li aria-current={step === "details" ? "step" : undefined}>{text.details.short}</li>
      <li aria-current={step === "payment" ? "step" : undefined}>{text.payment.short}</li>
    </ol>
  );
}

type HoldState =
  | { state: "finding"; current: undefined; last: undefined }
  | { state: "held"; current: Hold; last: Hold }
  | { state: "ended"; current: undefined; last: Hold | undefined };

/** The hold as it stands, and as it last stood: what has ended is still shown until the page knows why. */
function useHold(live: LiveShow, holdId: string): HoldState {
  const holds = useCell(live.store.holds);
  const connection = useCell(live.connection);
  const current = holds.find(({ id }) => id === holdId);
  const [last, setLast] = useState<Hold>();
  if (current && current !== last) setLast(current);
  if (current) return { state: "held", current, last: current };
  if (last === undefined && connection !== "live") return { state: "finding", current, last };
  return { state: "ended", current, last };
}

async function extend(live: LiveShow, holdId: string): Promise<boolean> {
  const answer = await live.request("hold:extend", { holdId });
  if (answer.kind !== "answered" || !answer.outcome.ok) return false;
  live.store.putHold(answer.outcome.hold, answer.outcome.serverNow);
  return true;
}

function liveShow(show: ShowDetails, snapshot: Snapshot): LiveShow {
  const labels = seatsOf(show.auditorium.layout).map(({ label }) => label);
  return new LiveShow(show.id, new ShowStore(snapshot, labels));
}
