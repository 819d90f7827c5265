"use client";

import type { MouseEvent } from "react";
import { commonMessages } from "../../lib/messages/common";
import { useMessages } from "../../lib/messages/language-context";
import { preferenceCookie, THEME_COOKIE, type Theme } from "../../lib/preferences/preference-cookies";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./header.module.css";
import { useCurrentAddress } from "./use-current-address";

/**
 * The server cannot know the system's theme, so both links are rendered and CSS shows the one that leads to
 * the other theme. Choosing what the system already says means following the system again.
 */
export function ThemeSwitch() {
  const text = useMessages(commonMessages);
  const back = encodeURIComponent(useCurrentAddress());

  function choose(event: MouseEvent, theme: Theme) {
    event.preventDefault();
    const system: Theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = preferenceCookie(THEME_COOKIE, theme === system ? "" : theme);
    if (theme === system) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.querySelector<HTMLElement>(`[data-switch-from="${theme}"]`)?.focus();
  }

  return (
    <>
      <a
        className={`${styles.switch} ${styles.whenLight}`}
        href={`/preferences?theme=dark&back=${back}`}
        title={text.theme.toDark}
        data-switch-from="light"
        onClick={(event) => choose(event, "dark")}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" fill="currentColor" />
        </svg>
        <VisuallyHidden>{text.theme.toDark}</VisuallyHidden>
      </a>
      <a
        className={`${styles.switch} ${styles.whenDark}`}
        href={`/preferences?theme=light&back=${back}`}
        title={text.theme.toLight}
        data-switch-from="dark"
        onClick={(event) => choose(event, "light")}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <circle cx="12" cy="12" r="4.5" fill="currentColor" />
          <path
            d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        <VisuallyHidden>{text.theme.toLight}</VisuallyHidden>
      </a>
    </>
  );
}
