import { InvalidError } from '../errors';
import { readPageToken, type SortValues, writePageToken } from '../query/page-token';
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
  const areTexts = by.map(({ field }) => isSortedAsText(field));
  const pageToken = readPageToken(token, areTexts, 2);
  if (pageToken === undefined) {
    throw new InvalidError('The $skiptoken does not match this query. Follow @odata.nextLink unchanged.');
  }
  const [submission, index] = pageToken.tieBreakers;
  return { sorted: pageToken.sorted, submission: submission!, index: index! };
}
