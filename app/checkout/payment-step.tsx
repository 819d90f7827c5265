import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Booking, Refusal } from "#contract/outcomes";
import type { Card } from "#contract/payment";
import { TEST_CARDS } from "#contract/test-cards";
import { Button, ButtonLink } from "../components/button";
import { Field } from "../components/field";
import { Notice } from "../components/notice";
import { formatMoney } from "../lib/formatting";
import { checkoutMessages } from "../lib/messages/checkout";
import { useLanguage } from "../lib/messages/language-context";
import { forgetHold, markPaying, payingHere } from "../lib/unfinished-hold/unfinished-hold";
import { type CardProblems, cardProblems, groupedNumber, normaliseCard, tidyExpiry } from "./card-fields";
import styles from "./checkout.module.css";
import type { BuyerDetails } from "./checkout-storage";
import { PaymentAttempts } from "./payment-attempts";
import { TestCards } from "./test-cards";

/** A bank that has not answered by then is worth a word. */
const SLOW_AFTER_MS = 2_500;

interface PaymentStepProps {
  showId: string;
  holdId: string;
  details: BuyerDetails;
  total: number;
  connected: boolean;
  /** Connected, and the hold stands. */
  ready: boolean;
  /** The hold was just made longer for this step. */
  extended: boolean;
  onPaying: (paying: boolean) => void;
  onBack: () => void;
  /** Something about the hold is not as we thought. */
  onChanged: () => void;
  onSold: (booking: Booking) => void;
}

type Progress = "idle" | "asking" | "slow" | "again" | "sold";
type Problem = Refusal | "unknown";

export function PaymentStep(props: PaymentStepProps) {
  const { showId, holdId, details, total, connected, ready, extended } = props;
  const language = useLanguage();
  const text = checkoutMessages[language].payment;
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [attempts] = useState(() => new PaymentAttempts());
  const [card, setCard] = useState<Card>({ number: "", expiry: "", cvc: "" });
  const [tried, setTried] = useState(false);
  const [progress, setProgress] = useState<Progress>("idle");
  const [problem, setProblem] = useState<Problem>();
  const busy = progress !== "idle";
  const wrong: CardProblems = tried ? cardProblems(normaliseCard(card), new Date()) : {};

  useEffect(() => title.current?.focus(), []);
  /** Whoever has left is told by another page, not pulled back here. */
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      payingHere.set(undefined);
    };
  }, []);
  useEffect(() => {
    if (connected && attempts.hasOpenAttempt) form.current?.requestSubmit();
  }, [connected, attempts]);
  // The button is below the fold of a phone, the reason above it.
  useEffect(() => {
    if (problem) alert.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  useEffect(() => {
    if (progress !== "asking") return;
    const timer = setTimeout(() => setProgress("slow"), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [progress]);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const read = normaliseCard(card);
    const [first] = Object.keys(cardProblems(read, new Date()));
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setProblem(undefined);
    setProgress("asking");
    props.onPaying(true);
    payingHere.set(holdId);
    markPaying(holdId, true);
    const { name, email } = details;
    const order = { holdId, name: name.trim(), email: email.trim(), card: read };
    const outcome = await attempts.pay(order, () => setProgress("again"));
    if (!isHere.current) return;
    if (outcome.kind === "sold") {
      forgetHold(holdId);
      setProgress("sold");
      props.onSold(outcome.booking);
      return;
    }
    setProgress("idle");
    setProblem(outcome.kind === "refused" ? outcome.refusal : "unknown");
    if (outcome.kind === "refused") {
      markPaying(holdId, false);
      payingHere.set(undefined);
      if (outcome.refusal.code !== "payment_declined") props.onChanged();
      // The page says itself what a hold that ended meant; here the reason stays in sight.
      if (outcome.refusal.code !== "hold_expired") props.onPaying(false);
    }
  }

  const locked = busy || problem === "unknown" || (problem !== undefined && problem.code === "hold_expired");
  const cardField = { disabled: locked, autoComplete: "off" };
  return (
    <form ref={form} className={styles.step} noValidate onSubmit={pay}>
      <h2 ref={title} tabIndex={-1} className={styles.stepTitle}>
        {text.title}
      </h2>
      <div role="status" className={styles.status}>
        {extended && problem === undefined && <Notice>{text.extended}</Notice>}
      </div>
      <div ref={alert} role="alert" className={styles.status}>
        {problem && <ProblemNotice problem={problem} showId={showId} />}
      </div>
      <TestCards disabled={locked} onPick={(picked) => setCard(picked)} />
      <Field
        {...cardField}
        label={text.number}
        name="number"
        inputMode="numeric"
        placeholder={groupedNumber(TEST_CARDS[0].number)}
        value={card.number}
        onChange={(event) => setCard({ ...card, number: event.target.value })}
        onBlur={() => setCard({ ...card, number: groupedNumber(card.number) })}
        error={wrong.number && text.numberWrong}
      />
      <div className={styles.pair}>
        <Field
          {...cardField}
          label={text.expiry}
          name="expiry"
          inputMode="numeric"
          placeholder={text.expiryHint}
          value={card.expiry}
          onChange={(event) => setCard({ ...card, expiry: event.target.value })}
          onBlur={() => setCard({ ...card, expiry: tidyExpiry(card.expiry) })}
          error={wrong.expiry && text.expiryWrong}
        />
        <Field
          {...cardField}
          label={text.cvc}
          name="cvc"
          inputMode="numeric"
          maxLength={4}
          value={card.cvc}
          onChange={(event) => setCard({ ...card, cvc: event.target.value })}
          error={wrong.cvc && text.cvcWrong}
        />
      </div>
      <div className={styles.actions}>
        <Button
          type="submit"
          size="large"
          busy={busy}
          disabled={!busy && !(attempts.hasOpenAttempt ? connected : ready)}
        >
          {problem === "unknown"
            ? checkoutMessages[language].problem.askAgain
            : text.pay(formatMoney(total, language))}
        </Button>
        {!busy && problem !== "unknown" && (
          <Button variant="quiet" onClick={props.onBack}>
            {text.back}
          </Button>
        )}
      </div>
      <p role="status" className={styles.progress}>
        {progress === "asking" && text.paying}
        {progress === "slow" && text.payingSlow}
        {progress === "again" && text.askingAgain}
        {progress === "sold" && text.sold}
      </p>
    </form>
  );
}

function ProblemNotice({ problem, showId }: { problem: Problem; showId: string }) {
  const language = useLanguage();
  const text = checkoutMessages[language].problem;
  if (problem === "unknown") {
    return (
      <Notice tone="warning" title={text.unknownTitle}>
        {text.unknown}
      </Notice>
    );
  }
  switch (problem.code) {
    case "payment_declined":
      return (
        <Notice tone="bad" title={text.declinedTitle}>
          {text.declined}
        </Notice>
      );
    case "hold_expired":
      return (
        <Notice
          tone="bad"
          title={text.lapsedTitle}
          action={
            <ButtonLink href={`/shows/${showId}`}>{checkoutMessages[language].ended.pickAgain}</ButtonLink>
          }
        >
          {text.lapsed}
        </Notice>
      );
    case "invalid":
      return (
        <Notice tone="bad" title={text.changedTitle}>
          {text.changed}
        </Notice>
      );
    default:
      return (
        <Notice tone="bad" title={text.otherTitle}>
          {problem.message}
        </Notice>
      );
  }
}
