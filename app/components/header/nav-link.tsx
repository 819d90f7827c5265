"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkPending } from "../link-pending";
import styles from "./header.module.css";

export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname();
  const here = path === href || path.startsWith(`${href}/`);
  return (
    <Link prefetch={false} href={href} className={styles.navLink} aria-current={here ? "page" : undefined}>
      {children}
      <LinkPending />
    </Link>
  );
}
