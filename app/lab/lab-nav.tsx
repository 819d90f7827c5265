"use client";

import { usePathname } from "next/navigation";
import { PageLink } from "../components/page-link";
import type { LabText } from "../lib/messages/lab";
import styles from "./lab-nav.module.css";

export function LabNav({ text }: { text: LabText["nav"] }) {
  const path = usePathname();
  const places = [
    { href: "/lab", name: text.race, here: path === "/lab" },
    { href: "/lab/scheduler", name: text.scheduler, here: path.startsWith("/lab/scheduler") },
    { href: "/lab/matrix", name: text.matrix, here: path.startsWith("/lab/matrix") },
    { href: "/lab/histories", name: text.histories, here: path.startsWith("/lab/histories") },
    { href: "/lab/lessons", name: text.lessons, here: path.startsWith("/lab/lessons") },
  ];
  return (
    <nav className={styles.nav} aria-label={text.label}>
      {places.map(({ href, name, here }) => (
        <PageLink key={href} href={href} className={styles.place} aria-current={here ? "page" : undefined}>
          {name}
        </PageLink>
      ))}
    </nav>
  );
}
