import { InvalidError } from '../../errors';
import { whyUnstorable } from '../../text/unstorable-text';
import type { Content, TranslatedText } from '../content';
import { listedColumns } from './standard-rows';

type Languages = readonly (string | null)[];

/**
 * Gives a form other languages: the same in another order, one by another name, one more at the end, or all but the last
 * (contract-assets 2.5). Texts go where their language goes. The given content is not touched.
 * @param content in standard form
 * @throws InvalidError on `translations` for any other list
 */
export function changeLanguages(content: Content, languages: Languages): Content {
  const places = placesOf(content.translations, languages);
  const rows = [...content.survey, ...(content.choices ?? [])];
  const columns = new Set([...content.translated, ...listedColumns(rows)]);
  const moved = <Row extends Readonly<Record<string, unknown>>>(row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      [...columns].flatMap((column) => {
        const texts = row[column];
        return Array.isArray(texts) ? [[column, moveTexts(texts as TranslatedText, places)]] : [];
      }),
    ),
  });
  const { default_language: defaultLanguage, ...settings } = content.settings;
  const [first] = languages;
  return {
    ...content,
    translations: [...languages],
    survey: content.survey.map(moved),
    ...(content.choices && { choices: content.choices.map(moved) }),
    // The default language stands first, so that the first is the default one where there was any.
    settings: {
      ...settings,
      ...(defaultLanguage !== undefined && typeof first === 'string' && { default_language: first }),
    },
  };
}

/**
 * Languages as they were sent: a list, or JSON text of one; null is the language without a name.
 * @throws InvalidError for anything else
 */
export function readLanguages(sent: unknown): (string | null)[] {
  const list = typeof sent === 'string' ? parsed(sent) : sent;
  if (!Array.isArray(list) || !list.every(isLanguage)) {
    throw new InvalidError('Send a list of names, such as ["English (en)", "French (fr)"].');
  }
  return list;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLanguage(value: unknown): value is string | null {
  return (
    value === null || (typeof value === 'string' && value.trim() !== '' && whyUnstorable(value) === undefined)
  );
}

/** Where the texts of each language are now; undefined for a language that is new. */
function placesOf(before: Languages, after: Languages): (number | undefined)[] {
  if (new Set(after).size < after.length) refuse('a language stands twice in the list.');
  const places = after.map((language) => before.indexOf(language));
  const fresh = places.filter((place) => place < 0).length;
  const keepsOrder = places.every((place, index) => place < 0 || place === index);
  const isReordered = fresh === 0 && after.length === before.length;
  const isRenamed = fresh === 1 && after.length === before.length && keepsOrder;
  const hasOneMore = fresh === 1 && after.length === before.length + 1 && keepsOrder && places.at(-1) === -1;
  const hasOneLess = fresh === 0 && after.length === before.length - 1 && keepsOrder && after.length > 0;
  if (isRenamed) return after.map((_, index) => index);
  if (!isReordered && !hasOneMore && !hasOneLess) {
    refuse(
      'send the same languages in another order, one renamed, one more at the end, or all but the last.',
    );
  }
  return places.map((place) => (place < 0 ? undefined : place));
}

function moveTexts(texts: TranslatedText, places: readonly (number | undefined)[]): TranslatedText {
  return places.map((place) => (place === undefined ? null : (texts[place] ?? null)));
}

function refuse(why: string): never {
  throw new InvalidError({ translations: [`Unsupported change: ${why}`] });
}
