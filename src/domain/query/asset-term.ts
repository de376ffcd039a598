import { InvalidError } from '../errors';
import {
  type AssetColumn,
  type AssetField,
  type AssetJsonColumn,
  MOMENT_PARTS,
  type MomentPart,
} from './asset-field';
import { jsonTerm } from './asset-json-term';
import { allOf, EVERYTHING, type Filter, type MemberField, not, NOTHING } from './filter';
import { comparison, looksInside, textLookup, timeLookup, valueOf } from './lookup';
import type { SearchTerm } from './search-grammar';

const TEXTS: Readonly<Record<string, AssetColumn>> = {
  uid: 'uid',
  name: 'name',
  asset_type: 'assetType',
  last_modified_by: 'lastModifiedBy',
  _deployment_status: 'deploymentStatus',
};
const MOMENTS = {
  date_created: 'dateCreated',
  date_modified: 'dateModified',
  date_deployed: 'dateDeployed',
} as const;
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
const own = <Value>(words: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

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
  if (moment !== undefined) return momentTerm(of, moment, rest, term);
  const json = own(JSONS, first.replace(/\[\]$/, ''));
  if (json !== undefined) return jsonTerm(of, json, first.endsWith('[]') ? ['[]', ...rest] : rest, term);
  if (first === 'owner') return ownerTerm(of, rest, term);
  if (first === 'tags') return tagTerm(of, rest, term);
  if (first === 'search_field') return searchFieldTerm(of, rest, term);
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

/** A moment, or a part of it, which is a number, or how it is written. */
function momentTerm(
  of: Of,
  column: (typeof MOMENTS)[keyof typeof MOMENTS],
  rest: readonly string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  const [first = 'exact', lookup = 'exact', ...more] = rest;
  const partOf = (part: MomentPart): AssetField => ({ of, source: 'moment', column, part });
  if (looksInside(first)) {
    return rest.length > 1 ? undefined : textLookup(partOf('text'), first, term);
  }
  const part = MOMENT_PARTS.find((each) => each === first && each !== 'text');
  if (part === undefined) return timeLookup(columnOf(of, column), rest, term);
  const value = valueOf(term);
  return typeof value === 'number' && more.length === 0 ? comparison(partOf(part), lookup, value) : undefined;
}

/** What the peer keeps beside an asset for searches: of what is there, its owner's name. */
function searchFieldTerm(
  of: Of,
  [what, ...rest]: string[],
  term: SearchTerm,
): Filter<AssetField> | undefined {
  return what === 'owner_username' ? ownerTerm(of, ['username', ...rest], term) : NOTHING;
}

/** No tag at all is what null asks for; a tag by itself is known by no value here. */
function tagTerm(of: Of, [what, ...rest]: string[], term: SearchTerm): Filter<AssetField> | undefined {
  const field = columnOf(of, 'tags');
  const [lookup = 'exact', ...more] = what === 'name' ? rest : [what, ...rest];
  if (more.length > 0) return undefined;
  const value = valueOf(term);
  if (lookup === 'isnull' || (lookup === 'exact' && value === null)) {
    const asked = lookup === 'isnull' ? value : true;
    const none: Filter<AssetField> = { kind: 'length', field, length: 0 };
    return typeof asked !== 'boolean' ? undefined : asked ? none : not(none);
  }
  if (what !== 'name') return what === undefined && typeof value === 'number' ? NOTHING : undefined;
  const where = textLookup(ELEMENT, lookup, term);
  return where && { kind: 'some', field, where };
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

function closed(): InvalidError {
  return new InvalidError('Not supported field lookup');
}
