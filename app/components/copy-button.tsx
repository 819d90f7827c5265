"use client";

import { type ReactNode, useEffect, useState } from "react";
import { commonMessages } from "../lib/messages/common";
import { useMessages } from "../lib/messages/language-context";
import { Button } from "./button";
import { VisuallyHidden } from "./visually-hidden";

const SHOW_RESULT_MS = 2_000;

interface CopyButtonProps {
  textToCopy: () => string;
  label?: string;
  children: ReactNode;
}

/** Says for a moment whether it worked: a clipboard may be refused. */
export function CopyButton({ textToCopy, label, children }: CopyButtonProps) {
  const text = useMessages(commonMessages);
  const [result, setResult] = useState<"copied" | "notCopied" | null>(null);

  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), SHOW_RESULT_MS);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(textToCopy());
      setResult("copied");
    } catch {
      setResult("notCopied");
    }
  }

  return (
    <>
      <Button variant="quiet" size="small" aria-label={result ? undefined : label} onClick={copy}>
        {result ? text[result] : children}
      </Button>
      <VisuallyHidden role="status">{result && text[result]}</VisuallyHidden>
    </>
  );
}
