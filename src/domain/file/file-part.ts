/** What a request says about the part of a file that it wants: its headers, as they came (RFC 9110 13, 14). */
export interface AskedPart {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** What of a file is to be sent. */
export type FilePart =
  | { readonly kind: 'whole' }
  /** The first and the last byte, both included, counted from 0. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  /** The caller has it already. */
  | { readonly kind: 'unchanged' }
  /** It is shorter than what was asked for. */
  | { readonly kind: 'beyond' };

const WHOLE: FilePart = { kind: 'whole' };

/**
 * The part of a file that answers a request. Several ranges at once, and those of other units, are answered with the
 * whole, as RFC 9110 14.2 allows.
 * @param etag of the bytes, in its quotes
 */
export function partOf(asked: AskedPart, { byteSize, etag }: { byteSize: number; etag: string }): FilePart {
  const { range, ifRange, ifNoneMatch } = asked;
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return { kind: 'unchanged' };
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return WHOLE;
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return WHOLE;
  if (first === '') return lastBytes(Number(last), byteSize);
  if (last !== '' && Number(last) < Number(first)) return WHOLE;
  if (Number(first) >= byteSize) return { kind: 'beyond' };
  const end = last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  return { kind: 'part', start: Number(first), end };
}

function lastBytes(count: number, byteSize: number): FilePart {
  if (count === 0 || byteSize === 0) return { kind: 'beyond' };
  return { kind: 'part', start: Math.max(0, byteSize - count), end: byteSize - 1 };
}

/** Tags are compared weakly here (RFC 9110 13.1.2). */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}
