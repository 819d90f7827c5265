"use client";

import { Button, ButtonLink } from "./components/button";
import { EmptyState } from "./components/empty-state";
import { commonMessages } from "./lib/messages/common";
import { useMessages } from "./lib/messages/language-context";

interface PageErrorProps {
  error: Error & { digest?: string };
  retry: () => void;
}

export default function PageError({ error, retry }: PageErrorProps) {
  const text = useMessages(commonMessages);
  return (
    <EmptyState kicker={text.error.kicker} title={text.error.title} text={text.error.text}>
      <Button onClick={retry}>{text.retry}</Button>
      <ButtonLink href="/" variant="quiet">
        {text.backToProgramme}
      </ButtonLink>
      {error.digest && <small>{text.error.reference(error.digest)}</small>}
    </EmptyState>
  );
}
