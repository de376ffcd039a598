import type { Filter } from './filter';
import { isLookup, jsonLookup, textLookup, timeLookup } from './lookup';
import { readSearchFilter, type SearchTerm } from './search-grammar';

export type ExportField =
  | { readonly source: 'column'; readonly column: 'uid' | 'status' | 'dateCreated' }
  | { readonly source: 'data'; readonly path: readonly string[] };

/**
 * Parses `q` of the export list (contract-assets 7.1). A syntax error or an unknown field makes it match nothing.
 * @throws InvalidError for too many terms
 */
export function readExportSearch(text: string): Filter<ExportField> {
  return readSearchFilter(text, exportTerm);
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
