/**
 * Words live beside each other, one file an area, both languages in it. The English ones give the shape; a
 * missing or superfluous Vietnamese one does not compile. A message that needs a value is a function.
 */
import type { Language } from "#contract/language";

export type Messages<T> = Readonly<Record<Language, T>>;

export function defineMessages<T>(en: T, vi: NoInfer<T>): Messages<T> {
  return { en, vi };
}
