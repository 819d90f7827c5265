import Link from "next/link";
import { boxOffice } from "#contract/pages";
import { common } from "../../lib/messages/common";
import { getMessages } from "../../lib/request";
import { SeatMark } from "../seat-mark";
import styles from "./header.module.css";
import { LanguageSwitch } from "./language-switch";
import { NavLink } from "./nav-link";
import { ThemeSwitch } from "./theme-switch";

export async function SiteHeader() {
  const text = await getMessages(common);
  return (
    <header className={styles.header}>
      <Link
        prefetch={false}
        href="/"
        className={styles.brand}
        aria-label={`${text.siteName}: ${text.nav.programme}`}
      >
        <SeatMark className={styles.mark} />
        <span className={styles.name} aria-hidden="true">
          {text.siteName}
        </span>
      </Link>
      <nav className={styles.nav} aria-label={text.nav.label}>
        <NavLink href="/tickets">{text.nav.tickets}</NavLink>
        {boxOffice().hasLab() && <NavLink href="/lab">{text.nav.lab}</NavLink>}
      </nav>
      <div className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
