import { InvalidError } from '../errors';
import {
  MAX_SORT_VALUE_CHARACTERS,
  writePageToken,
  readSubmissionOrder,
  readCursor,
  type SubmissionCursor,
  writeCursor,
} from './submission-order';

const BY_ID = readSubmissionOrder('{"_id":-1}');
const BY_DEPTH = readSubmissionOrder('{"depth":{"number":1}}');
const BY_VILLAGE = readSubmissionOrder('{"village":1,"_submitted_by":-1}');

describe('submission cursor', () => {
  it.each<[SubmissionCursor, typeof BY_ID]>([
    [{ sorted: [], id: 7 }, BY_ID],
    [{ sorted: ['Mto wa Mbu', null], id: 7 }, BY_VILLAGE],
    [{ sorted: ['-1.5e-7'], id: 7 }, BY_DEPTH],
    [{ sorted: [null], id: 7 }, BY_DEPTH],
    [{ sorted: ['', '"\n😀'.repeat(MAX_SORT_VALUE_CHARACTERS / 4)], id: 0 }, BY_VILLAGE],
    [{ sorted: ['😀'.repeat(MAX_SORT_VALUE_CHARACTERS), null], id: Number.MAX_SAFE_INTEGER }, BY_VILLAGE],
  ])('survives a round trip: %j', (cursor, order) => {
    expect(readCursor(writeCursor(cursor), order)).toEqual(cursor);
  });

  it('is only the id without sort keys', () => {
    expect(writeCursor({ sorted: [], id: 7 })).toBe('7');
  });

  it('may be absent', () => {
    expect(readCursor(undefined, BY_VILLAGE)).toBeUndefined();
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
    [token('a', 7), BY_DEPTH],
    [token('a', 'b', '7'), BY_VILLAGE],
    [token('a', 'b', -7), BY_VILLAGE],
    [token('a', 'b', 1e300), BY_VILLAGE],
    [token('a\u0000', 'b', 7), BY_VILLAGE],
    [token('a\ud800', 'b', 7), BY_VILLAGE],
    [token('a'.repeat(MAX_SORT_VALUE_CHARACTERS + 1), 'b', 7), BY_VILLAGE],
    [Buffer.from('{"length":3}').toString('base64url'), BY_VILLAGE],
    [writePageToken({ sorted: ['a'], tieBreakers: [7] }), BY_ID],
    ['-7', BY_ID],
    ['1'.repeat(16), BY_ID],
    [7, BY_ID],
  ])('refuses %j', (after, order) => {
    expect(() => readCursor(after, order)).toThrow(InvalidError);
  });
});
