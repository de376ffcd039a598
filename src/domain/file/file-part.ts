/** Raw headers of a range or conditional request (RFC 9110 13, 14). */
export interface RangeRequest {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** Part of a file to send. */
export type FilePart =
  | { readonly kind: 'whole' }
  /** First and last byte, inclusive, counted from 0. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  /** The client has the current version (304). */
  | { readonly kind: 'not-modified' }
  /** The range starts beyond the end (416). */
  | { readonly kind: 'unsatisfiable' };

const WHOLE: FilePart = { kind: 'whole' };

/**
 * Selects the part of a file to send. Multiple ranges and units other than bytes get the whole file, as RFC 9110 14.2
 * allows.
 * @param etag strong entity tag, with its quotes
 */
export function selectFilePart(
  request: RangeRequest,
  { byteSize, etag }: { byteSize: number; etag: string },
): FilePart {
  const { range, ifRange, ifNoneMatch } = request;
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return { kind: 'not-modified' };
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return WHOLE;
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return WHOLE;
  if (first === '') return lastBytes(Number(last), byteSize);
  if (last !== '' && Number(last) < Number(first)) return WHOLE;
  if (Number(first) >= byteSize) return { kind: 'unsatisfiable' };
  const end = last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  return { kind: 'part', start: Number(first), end };
}

function lastBytes(count: number, byteSize: number): FilePart {
  if (count === 0 || byteSize === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', start: Math.max(0, byteSize - count), end: byteSize - 1 };
}

/** Weak comparison (RFC 9110 13.1.2). */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}
