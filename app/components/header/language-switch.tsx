"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type MouseEvent, useTransition } from "react";
import { LANGUAGE_COOKIE } from "#contract/language";
import { common } from "../../lib/messages/common";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { rememberCookie } from "../../lib/remember";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./header.module.css";

/** A plain link that works before JavaScript; with it, the page changes language without losing its place. */
export function LanguageSwitch() {
  const language = useLanguage();
  const text = useMessages(common);
  const router = useRouter();
  const [switching, startSwitching] = useTransition();
  const back = useHere();
  const other = language === "en" ? "vi" : "en";

  function switchLanguage(event: MouseEvent) {
    event.preventDefault();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = rememberCookie(LANGUAGE_COOKIE, other);
    startSwitching(() => router.refresh());
  }

  return (
    <a
      className={styles.switch}
      href={`/preferences?language=${other}&back=${encodeURIComponent(back)}`}
      hrefLang={other}
      lang={other}
      aria-busy={switching}
      onClick={switchLanguage}
    >
      <span aria-hidden="true">{other === "vi" ? "VI" : "EN"}</span>
      <VisuallyHidden>{text.language.switchTo}</VisuallyHidden>
    </a>
  );
}

/** The current address, for the links that come back to it. */
export function useHere(): string {
  const path = usePathname();
  const query = useSearchParams().toString();
  return query ? `${path}?${query}` : path;
}
