import { InvalidError } from '../errors';
import { isText, type FeedOrder } from './feed-order';

/** The last row of a page: the next one starts behind it, whatever came or went meanwhile. */
export interface PageEnd {
  /** What it is sorted by, as text; null where it has no value. */
  readonly sorted: readonly (string | null)[];
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
}

const NUMBER = /^-?[0-9]{1,400}([.][0-9]{1,400})?(e[-+]?[0-9]{1,3})?$/i;

/** The end of a page as a `$skiptoken`. It opens nothing: what it says is a position and no right. */
export function writeSkipToken({ sorted, submission, index }: PageEnd): string {
  return Buffer.from(JSON.stringify([...sorted, submission, index])).toString('base64url');
}

/** @throws InvalidError for what no page of this order ends with */
export function readSkipToken(token: string, { by }: FeedOrder): PageEnd {
  const parts = parse(token);
  const [submission, index] = parts.slice(by.length);
  const sorted = parts.slice(0, by.length);
  const fits = by.every(({ field }, at) => {
    const value = sorted[at];
    return value === null || (typeof value === 'string' && (isText(field) || NUMBER.test(value)));
  });
  if (parts.length !== by.length + 2 || !fits || !isCount(submission) || !isCount(index)) throw unreadable();
  return { sorted: sorted as (string | null)[], submission, index };
}

function parse(token: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (Array.isArray(parts)) return parts as unknown[];
  } catch {
    // Said below.
  }
  throw unreadable();
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function unreadable(): InvalidError {
  return new InvalidError(
    'The $skiptoken does not belong to this question. Follow @odata.nextLink as it is.',
  );
}
