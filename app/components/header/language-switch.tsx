"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, useTransition } from "react";
import { LANGUAGE_COOKIE } from "#contract/language";
import { commonMessages } from "../../lib/messages/common";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { preferenceCookie } from "../../lib/preferences/preference-cookies";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./header.module.css";
import { useCurrentAddress } from "./use-current-address";

/** A plain link that works before JavaScript; with it, the page changes language without losing its place. */
export function LanguageSwitch() {
  const language = useLanguage();
  const text = useMessages(commonMessages);
  const router = useRouter();
  const [switching, startSwitching] = useTransition();
  const back = useCurrentAddress();
  const other = language === "en" ? "vi" : "en";

  function switchLanguage(event: MouseEvent) {
    event.preventDefault();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = preferenceCookie(LANGUAGE_COOKIE, other);
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
