import { InvalidError } from '../errors';
import { QUERY_LIMITS } from '../query/query-limits';
import type { FeedField } from './feed-field';
import type { ResolveField } from './filter-grammar';

/** Where there is no value comes first, or last when descending (contract-odata 2). */
export interface FeedSort {
  readonly field: FeedField;
  readonly descending: boolean;
}

/** The order of rows: by these fields, then by the number of the submission and the index in it. */
export interface FeedOrder {
  readonly by: readonly FeedSort[];
  /** Of the numbers of submissions. */
  readonly descending: boolean;
}

const TERM = /^\s*(\S+?)(?:\s+(asc|desc))?\s*$/;

/** Reads an `$orderby`. @throws InvalidError for what is none */
export function readOrder(text: string | undefined, resolve: ResolveField): FeedOrder {
  const terms = text === undefined ? [] : text.split(',');
  if (terms.length > QUERY_LIMITS.sortKeys) {
    throw new InvalidError(`$orderby takes at most ${QUERY_LIMITS.sortKeys} properties.`);
  }
  const by = terms.map((term) => {
    const [, path, direction] = TERM.exec(term) ?? [];
    if (path === undefined) {
      throw new InvalidError(
        '$orderby takes properties with asc or desc behind them, such as: age desc,name.',
      );
    }
    return { field: resolve(path), descending: direction === 'desc' };
  });
  return trimmed(by);
}

/** The number of a submission, where it leads, is the order that costs nothing. */
function trimmed(by: readonly FeedSort[]): FeedOrder {
  const [first, second, third] = by;
  const leads = first?.field.source === 'key' && first.field.part === 'submission';
  const goesOnByIndex =
    second === undefined ||
    (second.field.source === 'key' &&
      second.field.part === 'index' &&
      !second.descending &&
      third === undefined);
  return leads && goesOnByIndex ? { by: [], descending: first.descending } : { by, descending: false };
}

/** Whether a field is sorted as text, by code point; everything else is sorted by size. */
export function isText({ type }: FeedField): boolean {
  return type === 'Edm.String' || type === 'Edm.Date';
}
