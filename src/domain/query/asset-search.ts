import { InvalidError } from '../errors';
import type { AssetField } from './asset-field';
import { negateTerm, assetTerm, freeTextTerm } from './asset-term';
import { type Filter, NOTHING } from './mongo-expression';
import { QUERY_LIMITS } from './operand';
import {
  assertTermCount,
  parseSearch,
  type SearchNode,
  type SearchTerm,
  searchFilter,
  termsOf,
} from './search-grammar';

/** Shorter words match almost every text. */
const MIN_WORD_LENGTH = 3;

/** Parsed search, and how it changes the scope of the list. */
export interface AssetSearch {
  readonly filter: Filter<AssetField>;
  /** Uids of collections whose children are requested; those of public collections are visible to all. */
  readonly collections: readonly string[];
  /** Searches assets that share their data: limits the scope to assets whose submissions the caller may view. */
  readonly sharing: boolean;
  /** Searches by a field of the collection that contains an asset. */
  readonly byCollection: boolean;
}

/**
 * Parses `q` of the asset list (contract-assets 2.2). A syntax error, an unknown field or an invalid value makes it match
 * nothing.
 * @throws InvalidError if the search is too short or too large, or uses a forbidden field
 */
export function readAssetSearch(text: string): AssetSearch {
  const node = parseSearch(text);
  const terms = node === undefined ? [] : termsOf(node);
  return {
    filter: node === undefined ? NOTHING : filterOf(node, terms),
    collections: terms.flatMap(({ field, value }) => (field === 'parent__uid' ? [value] : [])),
    sharing: terms.some(
      ({ field, value }) => field === 'data_sharing__enabled' && value.toLowerCase() === 'true',
    ),
    byCollection: terms.some(({ field }) => field?.startsWith('parent') === true),
  };
}

function filterOf(node: SearchNode, terms: readonly SearchTerm[]): Filter<AssetField> {
  if (terms.every(({ field, value }) => field === undefined && value.length < MIN_WORD_LENGTH)) {
    throw new InvalidError('Your query is too short');
  }
  assertTermCount(terms);
  if (terms.filter(({ field }) => /^(parent__)?tags/.test(field ?? '')).length > QUERY_LIMITS.tagTerms) {
    throw new InvalidError('Too many relational filters in the search query');
  }
  return (
    searchFilter(
      node,
      (term) => (term.field === undefined ? freeTextTerm(term.value) : assetTerm(term.field, term)),
      negateTerm,
    ) ?? NOTHING
  );
}

/** True if every match is named by its uid, as in `uid:aSAvYreNzVEkrWg5Gdcvg2`. */
export function selectsUid(filter: Filter<AssetField>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.some(selectsUid);
    case 'or':
      return filter.of.length > 0 && filter.of.every(selectsUid);
    case 'compare':
      return filter.relation === 'eq' && isUid(filter.field);
    case 'in':
      return isUid(filter.field);
    case 'search':
      return filter.at === 'whole' && isUid(filter.field);
    case 'not':
    case 'exists':
    case 'matches':
    case 'some':
    case 'length':
      return false;
  }
}

function isUid(field: AssetField): boolean {
  return field.of === 'asset' && field.source === 'column' && field.column === 'uid';
}
