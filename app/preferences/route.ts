/**
 * Remembers a language or a theme and goes back: what the switches in the header do before JavaScript is
 * there. With it they set the same cookies themselves and the page stays where it is.
 */
import type { NextRequest } from "next/server";
import { LANGUAGE_COOKIE, LANGUAGES } from "#contract/language";
import { preferenceCookie, readTheme, THEME_COOKIE } from "../lib/preferences/preference-cookies";

export function GET(request: NextRequest): Response {
  const asked = request.nextUrl.searchParams;
  const language = LANGUAGES.find((known) => known === asked.get("language"));
  const theme = readTheme(asked.get("theme"));

  const headers = new Headers({ location: pathOnThisSite(asked.get("back")), "cache-control": "no-store" });
  if (language) headers.append("set-cookie", preferenceCookie(LANGUAGE_COOKIE, language));
  if (theme) headers.append("set-cookie", preferenceCookie(THEME_COOKIE, theme));
  return new Response(null, { status: 303, headers });
}

/** Only a path of this site: `//elsewhere` and `/\elsewhere` would leave it. */
function pathOnThisSite(back: string | null): string {
  return back && /^\/(?![/\\])[\x21-\x7e]*$/.test(back) ? back : "/";
}
