import { InvalidError } from '../errors';
import type { AssetField, AssetJsonColumn } from './asset-field';
import { allOf, anyOf, type Filter, type MemberField, not } from './filter';
import {
  comparison,
  isLookup,
  jsonLookup,
  charactersOf,
  isTextSearch,
  textLookup,
  parseValue,
} from './lookup';
import type { SearchTerm } from './search-grammar';

const isJsonLookup = (word: string): boolean => word !== 'date' && word !== 'range' && isLookup(word);

/**
 * Reads a term on a JSON value, or on elements of a list (`settings__country[]__value`).
 * @param words path in the column, with the lookup as the last word
 * @returns undefined if the value does not support the lookup
 * @throws InvalidError for a lookup that lists do not have
 */
export function jsonTerm(
  of: AssetField['of'],
  column: AssetJsonColumn,
  words: readonly string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const list = words.findIndex((word) => word.endsWith('[]'));
  const fieldAt = (path: readonly string[], as?: 'text' | 'type'): AssetField => ({
    of,
    source: 'json',
    column,
    path,
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

/** JSON null differs from a missing value. Text lookups search the value's JSON text, for any type. */
function valueTerm(
  fieldAs: (as?: 'text' | 'type') => AssetField,
  lookup: string,
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const value = parseValue(term);
  if (lookup === 'isnull') return textLookup(fieldAs('type'), lookup, term);
  if (value === null) return lookup === 'exact' ? comparison(fieldAs('type'), 'exact', 'null') : undefined;
  if (lookup === 'in') return { kind: 'in', field: fieldAs(), values: charactersOf(term) };
  const same = typedComparison(fieldAs, lookup === 'contains' ? 'exact' : lookup, term);
  if (lookup !== 'contains') return isTextSearch(lookup) ? textLookup(fieldAs('text'), lookup, term) : same;
  // As in PostgreSQL's jsonb containment: the value itself, or a list with it.
  const where = jsonLookup<MemberField>({ source: 'member', path: [] }, 'exact', term);
  return same && where && anyOf([same, { kind: 'some', field: fieldAs(), where }]);
}

/** Numbers compare with JSON numbers only. */
function typedComparison(
  fieldAs: (as?: 'text' | 'type') => AssetField,
  lookup: string,
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const value = parseValue(term);
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
  // A key inside the elements, or a part of a text, may match any element; otherwise the list must have one element.
  const matchesAny = lookup === 'icontains' || (lookup === undefined && path.length > 0);
  return matchesAny ? some : allOf<AssetField>([{ kind: 'length', field, length: 1 }, some]);
}

/**
 * Negates a term. A term on a missing JSON value is neither true nor false (three-valued logic), so that
 * `NOT settings__sector__value:Water` finds assets of another sector and none without one.
 */
export function negateTerm(filter: Filter<AssetField>): Filter<AssetField> {
  switch (filter.kind) {
    case 'and':
      return anyOf(filter.of.map(negateTerm));
    case 'or':
      return allOf(filter.of.map(negateTerm));
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
      return ifDefined(filter.field, not(filter));
  }
}

function ifDefined(field: AssetField, filter: Filter<AssetField>): Filter<AssetField> {
  if (field.source !== 'json') return filter;
  return allOf([{ kind: 'exists', field: { ...field, as: field.as ?? 'type' } }, filter]);
}
