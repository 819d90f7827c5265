"use client";

/** The last resort, when even the layout failed: no provider, no cookie, so it speaks both languages. */
import "./styles/tokens.css";
import "./styles/base.css";
import { Button } from "./components/button";
import { EmptyState } from "./components/empty-state";
import { commonMessages } from "./lib/messages/common";

export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  const { en, vi } = commonMessages;
  return (
    <html lang="en">
      <body>
        <title>{en.error.title}</title>
        <main>
          <EmptyState kicker={en.error.kicker} title={en.error.title} text={en.error.text}>
            <p lang="vi">
              {vi.error.title}. {vi.error.text}
            </p>
            <Button onClick={retry}>
              {en.retry} · <span lang="vi">{vi.retry}</span>
            </Button>
          </EmptyState>
        </main>
      </body>
    </html>
  );
}
