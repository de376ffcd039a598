import { type AskedPart, partOf } from './file-part';

const FILE = { byteSize: 100, etag: '"tag"' };
const NOTHING: AskedPart = { range: undefined, ifRange: undefined, ifNoneMatch: undefined };
const part = (start: number, end: number) => ({ kind: 'part', start, end });
const WHOLE = { kind: 'whole' };
const BEYOND = { kind: 'beyond' };

describe('partOf', () => {
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
    ['bytes=100-', BEYOND],
    ['bytes=100-200', BEYOND],
    ['bytes=-0', BEYOND],
    // What is no range, and several at once, is passed over (RFC 9110 14.2).
    ['bytes=-', WHOLE],
    ['bytes=9-0', WHOLE],
    ['bytes=0-1,5-6', WHOLE],
    ['lines=0-9', WHOLE],
    ['bytes=a-b', WHOLE],
    ['bytes=99999999999999999999-', WHOLE],
  ])('Range %s is %j', (range, expected) => {
    expect(partOf({ ...NOTHING, range }, FILE)).toEqual(expected);
  });

  it.each([
    ['"tag"', part(0, 9)],
    ['"other"', WHOLE],
    ['W/"tag"', WHOLE],
    ['Sun, 22 Nov 2026 00:00:00 GMT', WHOLE],
  ])('a range if it is still %s', (ifRange, expected) => {
    expect(partOf({ ...NOTHING, range: 'bytes=0-9', ifRange }, FILE)).toEqual(expected);
  });

  it.each([
    ['"tag"', 'unchanged'],
    ['W/"tag"', 'unchanged'],
    ['"a", "tag"', 'unchanged'],
    ['*', 'unchanged'],
    ['"other"', 'whole'],
  ])('for one who has %s it is %s', (ifNoneMatch, kind) => {
    expect(partOf({ ...NOTHING, ifNoneMatch }, FILE).kind).toBe(kind);
  });

  it('no part of an empty file is there', () => {
    const empty = { byteSize: 0, etag: '"e"' };
    expect(partOf({ ...NOTHING, range: 'bytes=0-' }, empty)).toEqual(BEYOND);
    expect(partOf({ ...NOTHING, range: 'bytes=-5' }, empty)).toEqual(BEYOND);
    expect(partOf(NOTHING, empty)).toEqual(WHOLE);
  });
});
