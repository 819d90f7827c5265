"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkPending } from "../link-pending";
import { PageLink } from "../page-link";
import styles from "./header.module.css";

export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname();
  const here = path === href || path.startsWith(`${href}/`);
  return (
    <PageLink href={href} className={styles.navLink} aria-current={here ? "page" : undefined}>
      {children}
      <LinkPending />
    </PageLink>
  );
}
