"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { LabWords } from "../../lib/messages/lab";
import styles from "./lab-nav.module.css";

export function LabNav({ words }: { words: LabWords["nav"] }) {
  const path = usePathname();
  const places = [
    { href: "/lab", name: words.race, here: path === "/lab" },
    { href: "/lab/scheduler", name: words.scheduler, here: path.startsWith("/lab/scheduler") },
    { href: "/lab/lessons", name: words.lessons, here: path.startsWith("/lab/lessons") },
  ];
  return (
    <nav className={styles.nav} aria-label={words.label}>
      {places.map(({ href, name, here }) => (
        <Link key={href} href={href} className={styles.place} aria-current={here ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
