import { type FormEvent, useRef, useState } from "react";
import { Button } from "../components/button";
import { Field } from "../components/field";
import { checkoutMessages } from "../lib/messages/checkout";
import { useMessages } from "../lib/messages/language-context";
import styles from "./checkout.module.css";
import type { BuyerDetails } from "./checkout-storage";

interface DetailsStepProps {
  details: BuyerDetails;
  onChange: (details: BuyerDetails) => void;
  onNext: () => void;
}

export function DetailsStep({ details, onChange, onNext }: DetailsStepProps) {
  const text = useMessages(checkoutMessages).details;
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const problems = {
    name: details.name.trim() === "" ? text.nameMissing : undefined,
    email: isEmail(details.email.trim()) ? undefined : text.emailWrong,
  };

  function next(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const wrong = problems.name ? "name" : problems.email ? "email" : undefined;
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    else onNext();
  }

  return (
    <form ref={form} className={styles.step} noValidate onSubmit={next}>
      <h2 className={styles.stepTitle}>{text.title}</h2>
      <Field
        label={text.name}
        name="name"
        autoComplete="name"
        maxLength={120}
        required
        value={details.name}
        onChange={(event) => onChange({ ...details, name: event.target.value })}
        error={tried ? problems.name : undefined}
      />
      <Field
        label={text.email}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={200}
        required
        value={details.email}
        onChange={(event) => onChange({ ...details, email: event.target.value })}
        hint={text.emailHint}
        error={tried ? problems.email : undefined}
      />
      <div className={styles.actions}>
        <Button type="submit" size="large">
          {text.next}
        </Button>
      </div>
    </form>
  );
}

/** A first look; the server judges. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
