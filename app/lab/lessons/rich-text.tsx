/** The little markup lessons are written in: `code`, **strong** and [links](/lab). */

import type { ReactNode } from "react";
import { PageLink } from "../../components/page-link";

const MARKS = /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>[^)]+)\)/g;

export function RichText({ children }: { children: string }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of children.matchAll(MARKS)) {
    parts.push(children.slice(at, match.index));
    parts.push(mark(match.groups ?? {}, match.index));
    at = match.index + match[0].length;
  }
  parts.push(children.slice(at));
  return <>{parts}</>;
}

function mark({ code, strong, label, href }: Record<string, string | undefined>, key: number): ReactNode {
  if (code) return <code key={key}>{code}</code>;
  if (strong) return <strong key={key}>{strong}</strong>;
  return (
    <PageLink key={key} href={href ?? "/lab"}>
      {label}
    </PageLink>
  );
}

export function Paragraphs({ children }: { children: readonly string[] }) {
  return children.map((text) => (
    <p key={text}>
      <RichText>{text}</RichText>
    </p>
  ));
}

export function BulletList({ children }: { children: readonly string[] }) {
  return (
    <ul>
      {children.map((text) => (
        <li key={text}>
          <RichText>{text}</RichText>
        </li>
      ))}
    </ul>
  );
}
