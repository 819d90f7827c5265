import { pageSource } from "#contract/pages";
import { getMessages } from "../lib/current-request";
import { commonMessages } from "../lib/messages/common";
import { PageLink } from "./page-link";
import styles from "./site-footer.module.css";

export async function SiteFooter() {
  const text = await getMessages(commonMessages);
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.about}>{text.footer.about}</p>
        <ul className={styles.links}>
          {pageSource().hasLab() && (
            <li>
              <PageLink href="/lab">{text.footer.lab}</PageLink>
            </li>
          )}
          <li>
            <PageLink href="/docs/api">{text.footer.api}</PageLink>
          </li>
          <li>
            <a href="/readyz">{text.footer.status}</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
