import texts from './engine-texts.json';
import { pageLanguage } from './texts';

const TRANSLATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = texts;

/** Returns a text of the package in the language of the page. Called by the package. @param count replaces `{n}` */
export function engineText(english: string, count?: number): string {
  const text = TRANSLATIONS[english]?.[pageLanguage(navigator.languages).code] ?? english;
  return text.replace('{n}', String(count));
}
