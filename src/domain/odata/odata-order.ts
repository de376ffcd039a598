import { InvalidError } from '../errors';
import { QUERY_LIMITS } from '../query/query-limits';
import type { ODataField } from './odata-field';
import type { ResolveField } from './filter-grammar';

/** Nulls sort first, or last if descending (contract-odata 2). */
export interface ODataSortKey {
  readonly field: ODataField;
  readonly descending: boolean;
}

/** Sort keys, then submission id and index in it as tie-breakers. */
export interface ODataOrder {
  readonly by: readonly ODataSortKey[];
  readonly descending: boolean;
}

const TERM = /^\s*(\S+?)(?:\s+(asc|desc))?\s*$/;

/** Parses `$orderby`. @throws InvalidError for a syntax error or an unknown property */
export function readOrderBy(text: string | undefined, resolve: ResolveField): ODataOrder {
  const terms = text === undefined ? [] : text.split(',');
  if (terms.length > QUERY_LIMITS.sortKeys) {
    throw new InvalidError(`$orderby can have at most ${QUERY_LIMITS.sortKeys} properties.`);
  }
  const by = terms.map((term) => {
    const [, path, direction] = TERM.exec(term) ?? [];
    if (path === undefined) {
      throw new InvalidError(
        'Invalid $orderby. Use properties with an optional asc or desc, such as: age desc,name.',
      );
    }
    return { field: resolve(path), descending: direction === 'desc' };
  });
  return reduceKeyOrder(by);
}

/** Reduces an order by key to the default order, which needs no sort. */
function reduceKeyOrder(by: readonly ODataSortKey[]): ODataOrder {
  const [first, second, third] = by;
  const startsWithId = first?.field.source === 'key' && first.field.part === 'submission';
  const continuesWithIndex =
    second === undefined ||
    (second.field.source === 'key' &&
      second.field.part === 'index' &&
      !second.descending &&
      third === undefined);
  return startsWithId && continuesWithIndex
    ? { by: [], descending: first.descending }
    : { by, descending: false };
}

/** True if a field sorts as text, by code point; others sort as numbers. */
export function isSortedAsText({ type }: ODataField): boolean {
  return type === 'Edm.String' || type === 'Edm.Date';
}
