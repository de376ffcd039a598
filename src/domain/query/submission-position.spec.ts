import { InvalidError } from '../errors';
import { SORTED_CHARACTERS, writePageToken } from './page-token';
import { readSubmissionOrder } from './submission-order';
import { readPosition, type SubmissionPosition, writePosition } from './submission-position';

const BY_ID = readSubmissionOrder('{"_id":-1}');
const BY_VILLAGE = readSubmissionOrder('{"village":1,"_submitted_by":-1}');

describe('a position among submissions', () => {
  it.each<[SubmissionPosition, typeof BY_ID]>([
    [{ sorted: [], id: 7 }, BY_ID],
    [{ sorted: ['Mto wa Mbu', null], id: 7 }, BY_VILLAGE],
    [{ sorted: ['', '"\n😀'.repeat(SORTED_CHARACTERS / 4)], id: 0 }, BY_VILLAGE],
    [{ sorted: ['😀'.repeat(SORTED_CHARACTERS), null], id: Number.MAX_SAFE_INTEGER }, BY_VILLAGE],
  ])('is read as it was written: %j', (position, order) => {
    expect(readPosition(writePosition(position), order)).toEqual(position);
  });

  it('is the bare id where ids are the order', () => {
    expect(writePosition({ sorted: [], id: 7 })).toBe('7');
  });

  it('may be absent', () => {
    expect(readPosition(undefined, BY_VILLAGE)).toBeUndefined();
  });

  const token = (...parts: readonly unknown[]): string =>
    Buffer.from(JSON.stringify(parts)).toString('base64url');

  it.each<[after: unknown, order: typeof BY_ID]>([
    ['7', BY_VILLAGE],
    ['', BY_VILLAGE],
    ['nonsense', BY_VILLAGE],
    [['a', 'b'], BY_VILLAGE],
    [token('a', 7), BY_VILLAGE],
    [token('a', null, 7, 1), BY_VILLAGE],
    [token('a', 1, 7), BY_VILLAGE],
    [token('a', {}, 7), BY_VILLAGE],
    [token('a', 'b', '7'), BY_VILLAGE],
    [token('a', 'b', -7), BY_VILLAGE],
    [token('a', 'b', 1e300), BY_VILLAGE],
    [token('a\u0000', 'b', 7), BY_VILLAGE],
    [token('a\ud800', 'b', 7), BY_VILLAGE],
    [token('a'.repeat(SORTED_CHARACTERS + 1), 'b', 7), BY_VILLAGE],
    [Buffer.from('{"length":3}').toString('base64url'), BY_VILLAGE],
    [writePageToken({ sorted: ['a'], name: [7] }), BY_ID],
    ['-7', BY_ID],
    ['1'.repeat(16), BY_ID],
    [7, BY_ID],
  ])('is refused as %j', (after, order) => {
    expect(() => readPosition(after, order)).toThrow(InvalidError);
  });
});
