import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazy } from '../domain/revalidated-read';

/** Translations of messages, which are written in English in the code. */
type Catalogue = ReadonlyMap<string, string>;

export interface LanguageTraits {
  /** In the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** For dates and numbers; with the digits of the data. */
  readonly locale: string;
  readonly catalogue: () => Catalogue;
}

/** Languages of the pages and mails, English first. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr', locale: 'en-GB', catalogue: lazy(() => new Map()) },
  fr: { name: 'Français', direction: 'ltr', locale: 'fr', catalogue: catalogueIn('fr') },
  es: { name: 'Español', direction: 'ltr', locale: 'es', catalogue: catalogueIn('es') },
  pt: { name: 'Português', direction: 'ltr', locale: 'pt', catalogue: catalogueIn('pt') },
  ar: { name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-latn', catalogue: catalogueIn('ar') },
} as const satisfies Readonly<Record<string, LanguageTraits>>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];

export function isLanguage(code: unknown): code is Language {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
}

/** Reads a catalogue when it is first needed. Starts one level up, because the bundle lies in a sibling of this folder. */
function catalogueIn(code: string): () => Catalogue {
  return lazy(() => {
    const text = readFileSync(join(__dirname, '../language', `${code}.json`), 'utf8');
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  });
}
