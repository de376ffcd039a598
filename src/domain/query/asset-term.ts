import { InvalidError } from '../errors';
import type { AssetColumn, AssetField, AssetJsonColumn } from './asset-field';
import { allOf, EVERYTHING, type Filter, type MemberField, not, NOTHING } from './filter';
import { isLookup, jsonLookup, textLookup, timeLookup } from './lookup';
import type { SearchTerm } from './search-grammar';

const TEXTS: Readonly<Record<string, AssetColumn>> = {
  uid: 'uid',
  name: 'name',
  asset_type: 'assetType',
  last_modified_by: 'lastModifiedBy',
  _deployment_status: 'deploymentStatus',
};
const MOMENTS: Readonly<Record<string, AssetColumn>> = {
  date_created: 'dateCreated',
  date_modified: 'dateModified',
  date_deployed: 'dateDeployed',
};
const JSONS: Readonly<Record<string, AssetJsonColumn>> = {
  settings: 'settings',
  summary: 'summary',
  data_sharing: 'dataSharing',
  _deployment_data: 'deploymentData',
};
/** What an asset has and no search is let into; the rest of what is not listed above it does not have. */
const CLOSED: ReadonlySet<string> = new Set([
  ...['id', 'content', 'permissions', 'created_by', 'report_styles', 'report_custom', 'map_styles'],
  ...['map_custom', 'advanced_features', 'paired_data', 'asset_versions', 'asset_files', 'hooks'],
  ...['pk', 'children', 'known_cols', 'pending_delete', 'is_excluded_from_projects_list'],
]);

type Of = AssetField['of'];
const own = <Words extends Readonly<Record<string, unknown>>>(words: Words, word: string) =>
  Object.hasOwn(words, word) ? (words[word] as Words[string]) : undefined;

/**
 * What one term with a field asks of an asset (contract-assets 2.2).
 * @returns undefined for a field, a way of comparing or a value that can't be: the whole search then finds nothing
 * @throws InvalidError for a field that is closed
 */
export function assetTerm(name: string, term: SearchTerm): Filter<AssetField> | undefined {
  return termOf('asset', name.split('__'), term);
}

/** Without a field: any of the texts that tell assets apart, letter case apart. */
export function bareTerm(text: string): Filter<AssetField> {
  const field = columnOf('asset', 'searchText');
  return { kind: 'search', field, text: text.toLowerCase(), at: 'anywhere', ignoreCase: false };
}

const ELEMENT: MemberField = { source: 'member', path: [] };

function termOf(of: Of, [first = '', ...rest]: string[], term: SearchTerm): Filter<AssetField> | undefined {
  const text = own(TEXTS, first);
  if (text !== undefined) return byLookup(rest, (lookup) => textLookup(columnOf(of, text), lookup, term));
  const moment = own(MOMENTS, first);
  if (moment !== undefined) return timeLookup(columnOf(of, moment), rest, term);
  const json = own(JSONS, first.replace(/\[\]$/, ''));
  if (json !== undefined) return jsonTerm(of, json, first.endsWith('[]') ? ['[]', ...rest] : rest, term);
  if (first === 'owner') return ownerTerm(of, rest, term);
  if (first === 'tags') return tagTerm(of, rest, term);
  if (first === 'parent' && of === 'asset') return parentTerm(rest, term);
  // The peer has it as a parameter of its own and ignores it here.
  if (first === 'status') return EVERYTHING;
  if (CLOSED.has(first)) throw closed();
  return undefined;
}

const columnOf = (of: Of, column: AssetColumn): AssetField => ({ of, source: 'column', column });

/** The one lookup that may stand behind a field; none is an exact comparison. */
function byLookup(
  rest: readonly string[],
  filterOf: (lookup: string) => Filter<AssetField> | undefined,
): Filter<AssetField> | undefined {
  return rest.length > 1 ? undefined : filterOf(rest[0] ?? 'exact');
}

function ownerTerm(of: Of, [what, ...rest]: string[], term: SearchTerm): Filter<AssetField> | undefined {
  if (what === 'username') {
    return byLookup(rest, (lookup) => textLookup(columnOf(of, 'ownerUsername'), lookup, term));
  }
  if (what === 'extra_details' && rest[0] === 'data')
    return jsonTerm(of, 'ownerDetails', rest.slice(1), term);
  // There are no organizations here.
  if (what === 'organizations_organization') return NOTHING;
  throw closed();
}

function tagTerm(of: Of, [what, ...rest]: string[], term: SearchTerm): Filter<AssetField> | undefined {
  if (what !== 'name' || rest.length > 1) return undefined;
  const where = textLookup(ELEMENT, rest[0] ?? 'exact', term);
  return where && { kind: 'some', field: columnOf(of, 'tags'), where };
}

/** The collection that an asset is in, or what is asked of it; a collection's own is not looked at. */
function parentTerm(rest: string[], term: SearchTerm): Filter<AssetField> | undefined {
  const isInOne: Filter<AssetField> = { kind: 'exists', field: columnOf('parent', 'uid') };
  if (rest.length === 0) return term.value === 'null' && !term.quoted ? not(isInOne) : undefined;
  if (rest[0] === 'isnull') {
    return byLookup(rest, (lookup) => textLookup(columnOf('parent', 'uid'), lookup, term));
  }
  const filter = termOf('parent', rest, term);
  // What is in no collection has none of its values.
  const asksForNone = filter?.kind === 'not' && filter.of.kind === 'exists';
  return asksForNone ? filter : filter && allOf([isInOne, filter]);
}

/** A value inside JSON by the names that lead to it, or of lists one element, the only one, or none. */
function jsonTerm(
  of: Of,
  column: AssetJsonColumn,
  words: readonly string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const list = words.findIndex((word) => word.endsWith('[]'));
  const fieldAt = (path: readonly string[]): AssetField => ({ of, source: 'json', column, path });
  if (list >= 0) {
    const path = [...words.slice(0, list), words[list]!.slice(0, -2)].filter((word) => word !== '');
    return listTerm(fieldAt(path), words.slice(list + 1), term);
  }
  const last = words.at(-1) ?? '';
  return isLookup(last)
    ? jsonLookup(fieldAt(words.slice(0, -1)), last, term)
    : jsonLookup(fieldAt(words), 'exact', term);
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
  if (lookup !== undefined && !LIST_LOOKUPS.has(lookup)) throw closed();
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

function closed(): InvalidError {
  return new InvalidError('Not supported field lookup');
}
