import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { LinkPending } from "./link-pending";
import { PageLink } from "./page-link";

interface Look {
  /** `primary` for the one thing to do on a page, `accent` on dark pictures, `quiet` for the rest, `danger` to undo. */
  variant?: "primary" | "accent" | "quiet" | "danger";
  size?: "normal" | "large" | "small";
  wide?: boolean;
}

interface ButtonProps extends Look, Omit<ComponentProps<"button">, "className"> {
  /** What it does is under way: no second press, same width, said to screen readers. */
  busy?: boolean;
  children: ReactNode;
}

export function Button({ variant, size, wide, busy = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...look({ variant, size, wide })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Look, Omit<ComponentProps<typeof PageLink>, "className"> {}

export function ButtonLink({ variant, size, wide, children, ...rest }: ButtonLinkProps) {
  return (
    <PageLink {...rest} {...look({ variant, size, wide })}>
      {children}
      <LinkPending />
    </PageLink>
  );
}

/** For an `<a>` that leaves the router alone, such as a download. */
export function buttonClass(options: Look = {}): string {
  return look(options).className;
}

function look({
  variant = "primary",
  size = "normal",
  wide = false,
}: { [K in keyof Look]: Look[K] | undefined }) {
  const names = [styles.button, styles[variant], styles[size], wide && styles.wide];
  return { className: names.filter(Boolean).join(" ") };
}
