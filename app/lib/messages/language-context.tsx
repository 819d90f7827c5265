"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Language } from "#contract/language";
import type { Messages } from "./define-messages";

const LanguageContext = createContext<Language>("en");

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The words of one area in the buyer's language, for client components. */
export function useMessages<T>(messages: Messages<T>): T {
  return messages[useLanguage()];
}
