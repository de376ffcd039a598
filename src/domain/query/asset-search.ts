import { InvalidError } from '../errors';
import type { AssetField } from './asset-field';
import { assetTerm, bareTerm } from './asset-term';
import { allOf, anyOf, type Filter, not, NOTHING } from './filter';
import { QUERY_LIMITS } from './query-limits';
import { parseSearch, type SearchNode, type SearchTerm } from './search-grammar';

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
  return compile(node) ?? NOTHING;
}

function termsOf(node: SearchNode): SearchTerm[] {
  switch (node.kind) {
    case 'term':
      return [node];
    case 'not':
      return termsOf(node.of);
    case 'and':
    case 'or':
      return node.of.flatMap(termsOf);
  }
}

function compile(node: SearchNode): Filter<AssetField> | undefined {
  switch (node.kind) {
    case 'term':
      return node.field === undefined ? bareTerm(node.value) : assetTerm(node.field, node);
    case 'not': {
      const of = compile(node.of);
      return of && not(of);
    }
    case 'and':
    case 'or': {
      const parts = node.of.map(compile);
      const of = parts.filter((part) => part !== undefined);
      if (of.length < parts.length) return undefined;
      return node.kind === 'and' ? allOf(of) : anyOf(of);
    }
  }
}
