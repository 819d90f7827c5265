"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/button";
import { VisuallyHidden } from "../../components/visually-hidden";
import { lab } from "../../lib/messages/lab";
import { useMessages } from "../../lib/messages/language-context";

const SAY_FOR_MS = 2_000;

interface CopyButtonProps {
  textToCopy: () => string;
  label?: string;
  children: ReactNode;
}

/** Says for a moment whether it worked: a clipboard may be refused. */
export function CopyButton({ textToCopy, label, children }: CopyButtonProps) {
  const text = useMessages(lab).table;
  const [said, setSaid] = useState<"copied" | "notCopied" | null>(null);

  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(null), SAY_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(textToCopy());
      setSaid("copied");
    } catch {
      setSaid("notCopied");
    }
  }

  return (
    <>
      <Button variant="quiet" size="small" aria-label={said ? undefined : label} onClick={copy}>
        {said ? text[said] : children}
      </Button>
      <VisuallyHidden role="status">{said && text[said]}</VisuallyHidden>
    </>
  );
}
