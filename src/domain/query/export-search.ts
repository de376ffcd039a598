import { InvalidError } from '../errors';
import { type Filter, NOTHING } from './filter';
import { isLookup, jsonLookup, textLookup, timeLookup } from './lookup';
import { QUERY_LIMITS } from './query-limits';
import { parseSearch, type SearchTerm, searchFilter, termsOf } from './search-grammar';

export type ExportField =
  | { readonly source: 'column'; readonly column: 'uid' | 'status' | 'dateCreated' }
  | { readonly source: 'data'; readonly path: readonly string[] };

/**
 * Parses `q` of the export list (contract-assets 7.1). A syntax error or an unknown field makes it match nothing.
 * @throws InvalidError if it is too large
 */
export function readExportSearch(text: string): Filter<ExportField> {
  const node = text.length > QUERY_LIMITS.textLength ? undefined : parseSearch(text);
  if (node === undefined) return NOTHING;
  if (termsOf(node).length > QUERY_LIMITS.terms) {
    throw new InvalidError(`A search can have at most ${QUERY_LIMITS.terms} terms. Use fewer terms.`);
  }
  return searchFilter(node, exportTerm) ?? NOTHING;
}

function exportTerm(term: SearchTerm): Filter<ExportField> | undefined {
  if (term.field === undefined) return undefined;
  const words = term.field.split('__');
  if (words[0] === 'date_created') {
    return timeLookup({ source: 'column', column: 'dateCreated' }, words.slice(1), term);
  }
  const lookup = words.length > 1 && isLookup(words.at(-1)!) ? words.pop()! : 'exact';
  const [first, ...path] = words;
  if (first === 'data' && path.length > 0) return jsonLookup({ source: 'data', path }, lookup, term);
  switch (words.join('__')) {
    case 'uid':
    case 'status':
      return textLookup({ source: 'column', column: first as 'uid' | 'status' }, lookup, term);
    default:
      return undefined;
  }
}
