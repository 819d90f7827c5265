import Link from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to another of our pages. Pages are rendered for whoever asks, so one that is fetched in case it will be
 * wanted is rendered for nothing: a page of the lab asked for six others, and a reader of all lessons met the limit.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  return <Link {...props} prefetch={false} />;
}
