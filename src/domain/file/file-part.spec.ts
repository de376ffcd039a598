import { type RangeRequest, selectFilePart } from './staged-file';

const FILE = { byteSize: 100, etag: '"tag"' };
const NOTHING: RangeRequest = { range: undefined, ifRange: undefined, ifNoneMatch: undefined };
const part = (start: number, end: number) => ({ kind: 'part', start, end });
const WHOLE = { kind: 'whole' };
const UNSATISFIABLE = { kind: 'unsatisfiable' };

describe('selectFilePart', () => {
  it.each([
    [undefined, WHOLE],
    ['bytes=0-9', part(0, 9)],
    ['bytes=0-0', part(0, 0)],
    ['Bytes = 10 - 19', part(10, 19)],
    ['bytes=90-', part(90, 99)],
    ['bytes=90-1000', part(90, 99)],
    ['bytes=-10', part(90, 99)],
    ['bytes=-1000', part(0, 99)],
    ['bytes=99-99', part(99, 99)],
    ['bytes=100-', UNSATISFIABLE],
    ['bytes=100-200', UNSATISFIABLE],
    ['bytes=-0', UNSATISFIABLE],
    // Invalid and multiple ranges are ignored (RFC 9110 14.2).
    ['bytes=-', WHOLE],
    ['bytes=9-0', WHOLE],
    ['bytes=0-1,5-6', WHOLE],
    ['lines=0-9', WHOLE],
    ['bytes=a-b', WHOLE],
    ['bytes=99999999999999999999-', WHOLE],
  ])('Range %s is %j', (range, expected) => {
    expect(selectFilePart({ ...NOTHING, range }, FILE)).toEqual(expected);
  });

  it.each([
    ['"tag"', part(0, 9)],
    ['"other"', WHOLE],
    ['W/"tag"', WHOLE],
    ['Sun, 22 Nov 2026 00:00:00 GMT', WHOLE],
  ])('If-Range %s is %j', (ifRange, expected) => {
    expect(selectFilePart({ ...NOTHING, range: 'bytes=0-9', ifRange }, FILE)).toEqual(expected);
  });

  it.each([
    ['"tag"', 'not-modified'],
    ['W/"tag"', 'not-modified'],
    ['"a", "tag"', 'not-modified'],
    ['*', 'not-modified'],
    ['"other"', 'whole'],
  ])('If-None-Match %s is %s', (ifNoneMatch, kind) => {
    expect(selectFilePart({ ...NOTHING, ifNoneMatch }, FILE).kind).toBe(kind);
  });

  it('an empty file satisfies no range', () => {
    const empty = { byteSize: 0, etag: '"e"' };
    expect(selectFilePart({ ...NOTHING, range: 'bytes=0-' }, empty)).toEqual(UNSATISFIABLE);
    expect(selectFilePart({ ...NOTHING, range: 'bytes=-5' }, empty)).toEqual(UNSATISFIABLE);
    expect(selectFilePart(NOTHING, empty)).toEqual(WHOLE);
  });
});
