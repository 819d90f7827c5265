"use client";

/** The last resort, when even the layout failed: no provider, no cookie, so it speaks both languages. */
import "./styles/tokens.css";
import "./styles/base.css";
import { Button } from "./components/button";
import { EmptyRoom } from "./components/empty-room";
import { common } from "./lib/messages/common";

export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  const { en, vi } = common;
  return (
    <html lang="en">
      <body>
        <title>{en.error.title}</title>
        <main>
          <EmptyRoom kicker={en.error.kicker} title={en.error.title} text={en.error.text}>
            <p lang="vi">
              {vi.error.title}. {vi.error.text}
            </p>
            <Button onClick={retry}>
              {en.retry} · <span lang="vi">{vi.retry}</span>
            </Button>
          </EmptyRoom>
        </main>
      </body>
    </html>
  );
}
