import { InvalidError } from '../errors';
import type { AssetField, AssetJsonColumn } from './asset-field';
import { allOf, anyOf, type Filter, type MemberField, not } from './filter';
import { comparison, isLookup, jsonLookup, lettersOf, looksInside, textLookup, valueOf } from './lookup';
import type { SearchTerm } from './search-grammar';

/** Ways of comparing that a value inside JSON knows; any other word is a name. */
const isJsonLookup = (word: string): boolean => word !== 'date' && word !== 'range' && isLookup(word);

/**
 * What a term asks of a value inside JSON, by the names that lead to it, or of a list: one element, the only one, or none.
 * @throws InvalidError for what is asked of no list
 */
export function jsonTerm(
  of: AssetField['of'],
  column: AssetJsonColumn,
  words: readonly string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const list = words.findIndex((word) => word.endsWith('[]'));
  const fieldAt = (path: readonly string[], as?: 'text' | 'type'): AssetField => ({
    ...{ of, source: 'json', column, path },
    ...(as !== undefined && { as }),
  });
  if (list >= 0) {
    const path = [...words.slice(0, list), words[list]!.slice(0, -2)].filter((word) => word !== '');
    return listTerm(fieldAt(path), words.slice(list + 1), term);
  }
  const last = words.at(-1) ?? '';
  if (last === 'has_key') {
    return { kind: 'exists', field: fieldAt([...words.slice(0, -1), term.value], 'type') };
  }
  const [path, lookup] = isJsonLookup(last) ? [words.slice(0, -1), last] : [words, 'exact'];
  return valueTerm((as) => fieldAt(path, as), lookup, term);
}

/** Null is a value too: it is not what is missing. Text is looked for in whatever the value is, as it is written. */
function valueTerm(
  fieldAs: (as?: 'text' | 'type') => AssetField,
  lookup: string,
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const value = valueOf(term);
  if (lookup === 'isnull') return textLookup(fieldAs('type'), lookup, term);
  if (value === null) return lookup === 'exact' ? comparison(fieldAs('type'), 'exact', 'null') : undefined;
  if (lookup === 'in') return { kind: 'in', field: fieldAs(), values: lettersOf(term) };
  const same = typedComparison(fieldAs, lookup === 'contains' ? 'exact' : lookup, term);
  if (lookup !== 'contains') return looksInside(lookup) ? textLookup(fieldAs('text'), lookup, term) : same;
  // What contains a value is the value itself, or a list that holds it.
  const where = jsonLookup<MemberField>({ source: 'member', path: [] }, 'exact', term);
  return same && where && anyOf([same, { kind: 'some', field: fieldAs(), where }]);
}

/** A number is one only where it is written as a number. */
function typedComparison(
  fieldAs: (as?: 'text' | 'type') => AssetField,
  lookup: string,
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const value = valueOf(term);
  const filter = value === null ? undefined : comparison(fieldAs(), lookup, value);
  if (filter === undefined || typeof value !== 'number') return filter;
  return allOf([comparison(fieldAs('type'), 'exact', 'number')!, filter]);
}

const LIST_LOOKUPS: ReadonlySet<string> = new Set(['exact', 'iexact', 'icontains']);

function listTerm(
  field: AssetField,
  words: readonly string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const at = words.findIndex(isLookup);
  const path = at < 0 ? words : words.slice(0, at);
  const lookup = at < 0 ? undefined : words[at]!;
  if (lookup !== undefined && !LIST_LOOKUPS.has(lookup)) throw new InvalidError('Not supported field lookup');
  if (words.some((word) => word.endsWith('[]')) || (at >= 0 && at < words.length - 1)) {
    throw new InvalidError('Bad syntax');
  }
  if (path.length === 0 && term.quoted && term.value === '') return { kind: 'length', field, length: 0 };
  const where = jsonLookup<MemberField>({ source: 'member', path }, lookup ?? 'exact', term);
  if (where === undefined) return undefined;
  const some: Filter<AssetField> = { kind: 'some', field, where };
  // One of several will do for a name inside the elements, and for a part of a text.
  const oneOfMany = lookup === 'icontains' || (lookup === undefined && path.length > 0);
  return oneOfMany ? some : allOf<AssetField>([{ kind: 'length', field, length: 1 }, some]);
}

/**
 * What holds where a term is false. Of a value inside JSON that is missing a term is neither true nor false, so that
 * `NOT settings__sector__value:Water` finds assets of another sector and none without one.
 */
export function oppositeOf(filter: Filter<AssetField>): Filter<AssetField> {
  switch (filter.kind) {
    case 'and':
      return anyOf(filter.of.map(oppositeOf));
    case 'or':
      return allOf(filter.of.map(oppositeOf));
    case 'not':
      return filter.of;
    case 'exists':
      return not(filter);
    case 'compare':
    case 'in':
    case 'matches':
    case 'search':
    case 'some':
    case 'length':
      return knownOnly(filter.field, not(filter));
  }
}

function knownOnly(field: AssetField, filter: Filter<AssetField>): Filter<AssetField> {
  if (field.source !== 'json') return filter;
  return allOf([{ kind: 'exists', field: { ...field, as: field.as ?? 'type' } }, filter]);
}
