export const LANGUAGES = ["en", "vi"] as const;
export type Language = (typeof LANGUAGES)[number];
/** A text in every language the product speaks. */
export type Localized = Record<Language, string>;

export const LANGUAGE_COOKIE = "language";

/** The buyer's choice if there is one, else the first language of `Accept-Language` we speak. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  if (chosen === "en" || chosen === "vi") return chosen;
  for (const part of (acceptLanguage ?? "").toLowerCase().split(",")) {
    const tag = part.trim().slice(0, 2);
    if (tag === "en" || tag === "vi") return tag;
  }
  return "en";
}
