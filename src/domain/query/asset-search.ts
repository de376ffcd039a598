import { InvalidError } from '../errors';
import type { AssetField } from './asset-field';
import { oppositeOf } from './asset-json-term';
import { assetTerm, bareTerm } from './asset-term';
import { type Filter, NOTHING } from './filter';
import { QUERY_LIMITS } from './query-limits';
import { searchFilter, termsOf } from './search-filter';
import { parseSearch, type SearchNode, type SearchTerm } from './search-grammar';

/** Shorter words are in nearly every text. */
const SHORTEST_WORD = 3;

/** What a search asks, and which assets beyond those that the caller lists it opens or closes. */
export interface AssetSearch {
  readonly filter: Filter<AssetField>;
  /** Uids of collections whose children are asked for; public ones show theirs to anyone. */
  readonly collections: readonly string[];
  /** It is about assets that share their data, which are those whose submissions the caller may see. */
  readonly sharing: boolean;
}

/**
 * Reads the `q` parameter of the asset list (contract-assets 2.2). A search that can't be read, that asks for a field
 * that there is not, or for a value of the wrong type, finds nothing as a whole.
 * @throws InvalidError for one that is too short or too large, or that asks for a field which is closed to searches
 */
export function readAssetSearch(text: string): AssetSearch {
  const node = text.length > QUERY_LIMITS.textLength ? undefined : parseSearch(text);
  const terms = node === undefined ? [] : termsOf(node);
  return {
    filter: node === undefined ? NOTHING : filterOf(node, terms),
    collections: terms.flatMap(({ field, value }) => (field === 'parent__uid' ? [value] : [])),
    sharing: terms.some(
      ({ field, value }) => field === 'data_sharing__enabled' && value.toLowerCase() === 'true',
    ),
  };
}

function filterOf(node: SearchNode, terms: readonly SearchTerm[]): Filter<AssetField> {
  if (terms.every(({ field, value }) => field === undefined && value.length < SHORTEST_WORD)) {
    throw new InvalidError('Your query is too short');
  }
  if (terms.length > QUERY_LIMITS.terms) {
    throw new InvalidError(`A search has at most ${QUERY_LIMITS.terms} terms. Look for less at a time.`);
  }
  if (terms.filter(({ field }) => /^(parent__)?tags/.test(field ?? '')).length > QUERY_LIMITS.tagTerms) {
    throw new InvalidError('Too many relational filters in the search query');
  }
  return (
    searchFilter(
      node,
      (term) => (term.field === undefined ? bareTerm(term.value) : assetTerm(term.field, term)),
      oppositeOf,
    ) ?? NOTHING
  );
}
