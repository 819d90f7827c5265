/** What a server component may want to know of the request it answers. */
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from "#contract/language";
import type { Messages } from "./messages/define-messages";
import { readTheme, THEME_COOKIE, type Theme } from "./preferences/preference-cookies";

/** What Next hands a page of its address. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const getLanguage = cache(async (): Promise<Language> => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return chooseLanguage(jar.get(LANGUAGE_COOKIE)?.value, sent.get("accept-language") ?? undefined);
});

/** The words of one area in the buyer's language. */
export async function getMessages<T>(messages: Messages<T>): Promise<T> {
  return messages[await getLanguage()];
}

export async function getTheme(): Promise<Theme | undefined> {
  return readTheme((await cookies()).get(THEME_COOKIE)?.value);
}

/** The Cookie header as it came, by which the box office knows whose bookings to answer. */
export async function getCookieHeader(): Promise<string | null> {
  return (await headers()).get("cookie");
}
