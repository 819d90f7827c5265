"use client";

import { type ReactNode, useEffect, useState } from "react";
import { seatsOf } from "#contract/layout";
import type { Booking, Hold } from "#contract/outcomes";
import type { ShowDetails, Snapshot } from "#contract/shows";
import { Notice } from "../components/notice";
import { holdTotal } from "../lib/live-show/hold-total";
import { resyncOnPageEvents } from "../lib/live-show/resync-on-page-events";
import { ShowConnection } from "../lib/live-show/show-connection";
import { ShowStore } from "../lib/live-show/show-store";
import { checkoutMessages } from "../lib/messages/checkout";
import { useMessages } from "../lib/messages/language-context";
import { useObservable } from "../lib/observable-value";
import { useFollowedHold } from "../lib/unfinished-hold/follow-hold";
import { rememberHolds } from "../lib/unfinished-hold/remember-holds";
import { unfinishedHold } from "../lib/unfinished-hold/unfinished-hold";
import { ConnectionBanner } from "../shows/notices/connection-banner";
import styles from "./checkout.module.css";
import { type BuyerDetails, claimPaymentExtension, loadDetails, saveDetails } from "./checkout-storage";
import { DetailsStep } from "./details-step";
import { HoldEnded } from "./hold-ended";
import { OrderSummary } from "./order-summary";
import { PaymentStep } from "./payment-step";
import { useOpenTicket } from "./use-open-ticket";

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
  const text = useMessages(checkoutMessages);
  const [connection] = useState(() => openConnection(show, snapshot));
  useEffect(() => {
    const stops = [connection.start(), resyncOnPageEvents(connection), rememberHolds(show, connection.store)];
    return () => stops.forEach((stop) => void stop());
  }, [connection, show]);
  const connectionState = useObservable(connection.state);
  const hold = useHold(connection, holdId);

  const [step, setStep] = useState<Step>("details");
  const [details, setDetails] = useState<BuyerDetails>({ name: "", email: "" });
  useEffect(() => {
    const saved = loadDetails();
    if (saved) setDetails(saved);
  }, []);
  /** While money is on its way the hold may end because it became a booking: the answer tells. */
  const [paying, setPaying] = useState(false);
  const [sold, setSold] = useState<Booking>();
  useOpenTicket(sold, connection);
  const unfinished = useObservable(unfinishedHold);
  const left = !paying && unfinished?.holdId === holdId && unfinished.paying ? unfinished : undefined;
  const leftPayment = useFollowedHold(left)?.state.payment;
  const isPaidElsewhere = left !== undefined && leftPayment?.state !== "declined";
  const [extended, setExtended] = useState(false);

  const connected = connectionState === "live";
  const ready = connected && hold.current !== undefined && !isPaidElsewhere;
  useEffect(() => {
    if (step === "payment" && ready && claimPaymentExtension(holdId))
      void extend(connection, holdId).then(setExtended);
  }, [step, ready, connection, holdId]);

  function enterPayment() {
    saveDetails(details);
    setStep("payment");
  }

  if (hold.state === "ended" && !paying)
    return <HoldEnded show={show} connection={connection} hold={hold.last} />;
  const shownHold = hold.current ?? hold.last;
  return (
    <div className={styles.page}>
      <ConnectionBanner connection={connection} />
      <OrderSummary
        show={show}
        day={day}
        hold={shownHold}
        connection={connection}
        poster={poster}
        onExtend={() => void extend(connection, holdId)}
      />
      <div className={styles.form}>
        <h1 className={styles.title}>{text.title}</h1>
        <noscript>
          <Notice tone="warning">{text.needsScript}</Notice>
        </noscript>
        <Steps step={step} />
        <div role="status" className={styles.status}>
          {sold && !connected && (
            <Notice tone="good" title={text.soldOffline.title(sold.seats.join(", "), sold.reference)}>
              {text.soldOffline.text}
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
            total={shownHold ? holdTotal(shownHold, seatsOf(show.auditorium.layout), show.prices) : 0}
            connected={connected}
            ready={ready}
            extended={extended}
            onPaying={setPaying}
            onBack={() => setStep("details")}
            onChanged={connection.sync}
            onSold={setSold}
          />
        )}
      </div>
    </div>
  );
}

function Steps({ step }: { step: Step }) {
  const text = useMessages(checkoutMessages);
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
function useHold(connection: ShowConnection, holdId: string): HoldState {
  const holds = useObservable(connection.store.holds);
  const connectionState = useObservable(connection.state);
  const current = holds.find(({ id }) => id === holdId);
  const [last, setLast] = useState<Hold>();
  if (current && current !== last) setLast(current);
  if (current) return { state: "held", current, last: current };
  if (last === undefined && connectionState !== "live") return { state: "finding", current, last };
  return { state: "ended", current, last };
}

async function extend(connection: ShowConnection, holdId: string): Promise<boolean> {
  const answer = await connection.extendHold(holdId);
  return answer.kind === "answered" && answer.outcome.ok;
}

function openConnection(show: ShowDetails, snapshot: Snapshot): ShowConnection {
  const labels = seatsOf(show.auditorium.layout).map(({ label }) => label);
  return new ShowConnection(show.id, new ShowStore(snapshot, labels));
}
