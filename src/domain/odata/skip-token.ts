import { InvalidError } from '../errors';
import { readPageToken, type SortedBy, writePageToken } from '../query/page-token';
import { isText, type FeedOrder } from './feed-order';

/** The last row of a page: the next one starts behind it, whatever came or went meanwhile. */
export interface PageEnd {
  readonly sorted: SortedBy;
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
}

const NUMBER = /^-?[0-9]{1,400}([.][0-9]{1,400})?(e[-+]?[0-9]{1,3})?$/i;

/** The end of a page as a `$skiptoken`. */
export function writeSkipToken({ sorted, submission, index }: PageEnd): string {
  return writePageToken({ sorted, name: [submission, index] });
}

/** @throws InvalidError for what no page of this order ends with */
export function readSkipToken(token: string, { by }: FeedOrder): PageEnd {
  const end = readPageToken(token, by.length, 2);
  const fits = end?.sorted.every(
    (value, at) => value === null || isText(by[at]!.field) || NUMBER.test(value),
  );
  if (end === undefined || fits !== true) {
    throw new InvalidError(
      'The $skiptoken does not belong to this question. Follow @odata.nextLink as it is.',
    );
  }
  const [submission, index] = end.name;
  return { sorted: end.sorted, submission: submission!, index: index! };
}
