import Link from "next/link";
import { pageSource } from "#contract/pages";
import { getMessages } from "../lib/current-request";
import { commonMessages } from "../lib/messages/common";
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
              <Link prefetch={false} href="/lab">
                {text.footer.lab}
              </Link>
            </li>
          )}
          <li>
            <Link prefetch={false} href="/docs/api">
              {text.footer.api}
            </Link>
          </li>
          <li>
            <a href="/readyz">{text.footer.status}</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
