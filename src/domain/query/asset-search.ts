import { InvalidError } from '../errors';
import type { AssetField } from './asset-field';
import { assetTerm, bareTerm } from './asset-term';
import { type Filter, NOTHING } from './filter';
import { QUERY_LIMITS } from './query-limits';
import { searchFilter, termsOf } from './search-filter';
import { parseSearch } from './search-grammar';

/** Shorter words are in nearly every text. */
const SHORTEST_WORD = 3;

/**
 * Reads the `q` parameter of the asset list (contract-assets 2.2). A search that can't be read, that asks for a field
 * that there is not, or for a value of the wrong type, finds nothing as a whole.
 * @throws InvalidError for one that is too short or too large, or that asks for a field which is closed to searches
 */
export function readAssetSearch(text: string): Filter<AssetField> {
  const node = text.length > QUERY_LIMITS.textLength ? undefined : parseSearch(text);
  if (node === undefined) return NOTHING;
  const terms = termsOf(node);
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
    searchFilter(node, (term) =>
      term.field === undefined ? bareTerm(term.value) : assetTerm(term.field, term),
    ) ?? NOTHING
  );
}
