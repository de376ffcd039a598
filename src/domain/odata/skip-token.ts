import { InvalidError } from '../errors';
import { isSortedNumber, readPageToken, type SortValues, writePageToken } from '../query/page-token';
import { isSortedAsText, type ODataOrder } from './odata-order';

/** Keyset cursor: the last row of a page. Stable if rows are added or deleted meanwhile. */
export interface ODataCursor {
  readonly sorted: SortValues;
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
}

/** Serializes a cursor as `$skiptoken`. */
export function writeSkipToken({ sorted, submission, index }: ODataCursor): string {
  return writePageToken({ sorted, tieBreakers: [submission, index] });
}

/** Parses a `$skiptoken`. @throws InvalidError unless it is a cursor of this order */
export function readSkipToken(token: string, { by }: ODataOrder): ODataCursor {
  const pageToken = readPageToken(token, by.length, 2);
  const isValid = pageToken?.sorted.every(
    (value, at) => value === null || isSortedAsText(by[at]!.field) || isSortedNumber(value),
  );
  if (pageToken === undefined || isValid !== true) {
    throw new InvalidError('The $skiptoken does not match this query. Follow @odata.nextLink unchanged.');
  }
  const [submission, index] = pageToken.tieBreakers;
  return { sorted: pageToken.sorted, submission: submission!, index: index! };
}
