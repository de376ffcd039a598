import { InvalidError } from '../errors';
import {
  type AssetColumn,
  type AssetField,
  type AssetJsonColumn,
  TIMESTAMP_PARTS,
  type TimestampPart,
} from './asset-field';
import { allOf, EVERYTHING, type Filter, type MemberField, not, NOTHING, anyOf } from './mongo-expression';
import {
  comparison,
  isTextSearch,
  textLookup,
  timeLookup,
  parseValue,
  isLookup,
  jsonLookup,
  charactersOf,
} from './lookup';
import type { SearchTerm } from './search-grammar';

const isJsonLookup = (word: string): boolean => word !== 'date' && word !== 'range' && isLookup(word);

/**
 * Reads a term on a JSON value, or on elements of a list (`settings__country[]__value`).
 * @param words path in the column, with the lookup as the last word
 * @returns undefined if the value does not support the lookup
 * @throws InvalidError for a lookup that lists do not have
 */
function jsonTerm(
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

const TEXT_COLUMNS: Readonly<Record<string, AssetColumn>> = {
  uid: 'uid',
  name: 'name',
  asset_type: 'assetType',
  last_modified_by: 'lastModifiedBy',
  _deployment_status: 'deploymentStatus',
};
const TIMESTAMP_COLUMNS = {
  date_created: 'dateCreated',
  date_modified: 'dateModified',
  date_deployed: 'dateDeployed',
} as const;
const JSON_COLUMNS: Readonly<Record<string, AssetJsonColumn>> = {
  settings: 'settings',
  summary: 'summary',
  data_sharing: 'dataSharing',
  _deployment_data: 'deploymentData',
};
/** Fields that exist and are not searchable; all others are unknown. */
const FORBIDDEN_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'content', 'permissions', 'created_by', 'report_styles', 'report_custom', 'map_styles'],
  ...['map_custom', 'advanced_features', 'paired_data', 'asset_versions', 'asset_files', 'hooks'],
  ...['pk', 'children', 'known_cols', 'pending_delete', 'is_excluded_from_projects_list'],
]);

type Of = AssetField['of'];
const own = <Value>(words: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

/**
 * Reads one term with a field (contract-assets 2.2).
 * @returns undefined for an unknown field or lookup, or an invalid value: the whole search then matches nothing
 * @throws InvalidError for a forbidden field
 */
export function assetTerm(name: string, term: SearchTerm): Filter<AssetField> | undefined {
  return termOf('asset', name.split('__'), term);
}

/** Reads a term without a field: case-insensitive search in all identifying texts. */
export function freeTextTerm(text: string): Filter<AssetField> {
  const field = columnOf('asset', 'searchText');
  return { kind: 'search', field, text: text.toLowerCase(), at: 'anywhere', ignoreCase: false };
}

const ELEMENT: MemberField = { source: 'member', path: [] };

function termOf(of: Of, [first = '', ...rest]: string[], term: SearchTerm): Filter<AssetField> | undefined {
  const text = own(TEXT_COLUMNS, first);
  if (text !== undefined) return byLookup(rest, (lookup) => textLookup(columnOf(of, text), lookup, term));
  const timestamp = own(TIMESTAMP_COLUMNS, first);
  if (timestamp !== undefined) return timestampTerm(of, timestamp, rest, term);
  const json = own(JSON_COLUMNS, first.replace(/\[\]$/, ''));
  if (json !== undefined) return jsonTerm(of, json, first.endsWith('[]') ? ['[]', ...rest] : rest, term);
  if (first === 'owner') return ownerTerm(of, rest, term);
  if (first === 'tags') return tagTerm(of, rest, term);
  if (first === 'search_field') return searchFieldTerm(of, rest, term);
  if (first === 'parent' && of === 'asset') return parentTerm(rest, term);
  // KoboToolbox ignores it in `q`: status is a separate parameter.
  if (first === 'status') return EVERYTHING;
  if (FORBIDDEN_FIELDS.has(first)) throw forbiddenField();
  return undefined;
}

const columnOf = (of: Of, column: AssetColumn): AssetField => ({ of, source: 'column', column });

/** Applies the lookup after a field, `exact` by default; a field takes one at most. */
function byLookup(
  rest: readonly string[],
  filterOf: (lookup: string) => Filter<AssetField> | undefined,
): Filter<AssetField> | undefined {
  return rest.length > 1 ? undefined : filterOf(rest[0] ?? 'exact');
}

function ownerTerm(of: Of, [first, ...rest]: string[], term: SearchTerm): Filter<AssetField> | undefined {
  if (first === 'username') {
    return byLookup(rest, (lookup) => textLookup(columnOf(of, 'ownerUsername'), lookup, term));
  }
  if (first === 'extra_details' && rest[0] === 'data')
    return jsonTerm(of, 'ownerDetails', rest.slice(1), term);
  if (first === 'organizations_organization') return NOTHING;
  throw forbiddenField();
}

function timestampTerm(
  of: Of,
  column: (typeof TIMESTAMP_COLUMNS)[keyof typeof TIMESTAMP_COLUMNS],
  rest: readonly string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const [first = 'exact', lookup = 'exact', ...more] = rest;
  const partOf = (part: TimestampPart): AssetField => ({ of, source: 'timestamp', column, part });
  if (isTextSearch(first)) {
    return rest.length > 1 ? undefined : textLookup(partOf('text'), first, term);
  }
  const part = TIMESTAMP_PARTS.find((each) => each === first && each !== 'text');
  if (part === undefined) return timeLookup(columnOf(of, column), rest, term);
  const value = parseValue(term);
  return typeof value === 'number' && more.length === 0 ? comparison(partOf(part), lookup, value) : undefined;
}

/** KoboToolbox's denormalized search fields; only the owner's name is supported. */
function searchFieldTerm(
  of: Of,
  [first, ...rest]: string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  return first === 'owner_username' ? ownerTerm(of, ['username', ...rest], term) : NOTHING;
}

/** Null matches assets without tags. Tag ids are not supported and match nothing. */
function tagTerm(of: Of, [first, ...rest]: string[], term: SearchTerm): Filter<AssetField> | undefined {
  const field = columnOf(of, 'tags');
  const [lookup = 'exact', ...more] = first === 'name' ? rest : [first, ...rest];
  if (more.length > 0) return undefined;
  const value = parseValue(term);
  if (lookup === 'isnull' || (lookup === 'exact' && value === null)) {
    const wantsNone = lookup === 'isnull' ? value : true;
    const none: Filter<AssetField> = { kind: 'length', field, length: 0 };
    return typeof wantsNone !== 'boolean' ? undefined : wantsNone ? none : not(none);
  }
  if (first !== 'name') return first === undefined && typeof value === 'number' ? NOTHING : undefined;
  const where = textLookup(ELEMENT, lookup, term);
  return where && { kind: 'some', field, where };
}

/** Reads a term on the parent collection. The parent of the parent is not searchable. */
function parentTerm(rest: string[], term: SearchTerm): Filter<AssetField> | undefined {
  const hasParent: Filter<AssetField> = { kind: 'exists', field: columnOf('parent', 'uid') };
  if (rest.length === 0) return term.value === 'null' && !term.quoted ? not(hasParent) : undefined;
  if (rest[0] === 'isnull') {
    return byLookup(rest, (lookup) => textLookup(columnOf('parent', 'uid'), lookup, term));
  }
  const filter = termOf('parent', rest, term);
  // Assets without a parent have none of its values.
  const isNullCheck = filter?.kind === 'not' && filter.of.kind === 'exists';
  return isNullCheck ? filter : filter && allOf([hasParent, filter]);
}

function forbiddenField(): InvalidError {
  return new InvalidError('Not supported field lookup');
}
