import { pageSource } from "#contract/pages";
import { getMessages } from "../../lib/current-request";
import { commonMessages } from "../../lib/messages/common";
import { Logo } from "../logo";
import { PageLink } from "../page-link";
import styles from "./header.module.css";
import { LanguageSwitch } from "./language-switch";
import { NavLink } from "./nav-link";
import { ThemeSwitch } from "./theme-switch";

export async function SiteHeader() {
  const text = await getMessages(commonMessages);
  return (
    <header className={styles.header}>
      <PageLink href="/" className={styles.brand} aria-label={`${text.siteName}: ${text.nav.programme}`}>
        <Logo className={styles.mark} />
        <span className={styles.name} aria-hidden="true">
          {text.siteName}
        </span>
      </PageLink>
      <nav className={styles.nav} aria-label={text.nav.label}>
        <NavLink href="/tickets">{text.nav.tickets}</NavLink>
        {pageSource().hasLab() && <NavLink href="/lab">{text.nav.lab}</NavLink>}
      </nav>
      <div className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
