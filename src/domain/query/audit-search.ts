import { anyOf, type Filter } from './mongo-expression';
import { isLookup, jsonLookup, textLookup, timeLookup } from './lookup';
import { readSearchFilter, type SearchTerm } from './search-grammar';

export type AuditField =
  | { readonly source: 'column'; readonly column: 'action' | 'log' | 'username' | 'assetUid' | 'dateCreated' }
  | { readonly source: 'metadata'; readonly path: readonly string[] };

const TEXT_FIELDS: Readonly<Record<string, AuditField>> = {
  action: { source: 'column', column: 'action' },
  log_type: { source: 'column', column: 'log' },
  username: { source: 'column', column: 'username' },
  user__username: { source: 'column', column: 'username' },
  metadata__asset_uid: { source: 'column', column: 'assetUid' },
};
const CREATED: AuditField = { source: 'column', column: 'dateCreated' };

/**
 * Parses `q` of audit lists (contract-assets 7.9). A syntax error or an unknown field makes it match nothing.
 * @throws InvalidError for too many terms
 */
export function readAuditSearch(text: string): Filter<AuditField> {
  return readSearchFilter(text, auditTerm);
}

function auditTerm(term: SearchTerm): Filter<AuditField> | undefined {
  if (term.field === undefined) return freeTextTerm(term.value);
  const words = term.field.split('__');
  if (words[0] === 'date_created') return timeLookup(CREATED, words.slice(1), term);
  const lookup = words.length > 1 && isLookup(words.at(-1)!) ? words.pop()! : 'exact';
  const name = words.join('__');
  const column = Object.hasOwn(TEXT_FIELDS, name) ? TEXT_FIELDS[name] : undefined;
  if (column !== undefined) return textLookup(column, lookup, term);
  const [first, ...path] = words;
  if (first !== 'metadata' || path.length === 0) return undefined;
  return jsonLookup({ source: 'metadata', path }, lookup, term);
}

/** Reads a term without a field: searches action and user name. */
function freeTextTerm(text: string): Filter<AuditField> {
  return anyOf(
    [TEXT_FIELDS['action']!, TEXT_FIELDS['username']!].map((field) => ({
      kind: 'search',
      field,
      text,
      at: 'anywhere',
      ignoreCase: true,
    })),
  );
}

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
