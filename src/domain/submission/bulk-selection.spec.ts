import { readBulkEdit, readSelection, readVerdicts } from './bulk-selection';

describe('which submissions are meant', () => {
  it.each<[sent: unknown, meant: unknown]>([
    [{ submission_ids: [2, '1', 2] }, { kind: 'ids', ids: [1, 2] }],
    ['{"submission_ids":[1]}', { kind: 'ids', ids: [1] }],
    [{ query: { crops: 'maize' } }, { kind: 'query', query: '{"crops":"maize"}' }],
    [
      { query: { crops: 'maize' }, confirm: true },
      { kind: 'query', query: '{"crops":"maize"}' },
    ],
    [{ query: {}, confirm: true }, { kind: 'all' }],
    [{ confirm: true }, { kind: 'all' }],
  ])('%j', (sent, meant) => {
    expect(readSelection(sent)).toEqual(meant);
  });

  it.each<[sent: unknown, sentence: string]>([
    [{}, 'Confirmation is required'],
    [{ confirm: false }, 'Confirmation is required'],
    [{ query: {} }, 'Confirmation is required'],
    [{ submission_ids: [] }, '`submission_ids` must contain at least one value'],
    [{ submission_ids: ['abc'] }, '`submission_ids` must only contain integer values'],
    [{ submission_ids: [1.5] }, '`submission_ids` must only contain integer values'],
    [{ submission_ids: { a: 1 } }, '`submission_ids` must only contain integer values'],
    [{ submission_ids: [1], query: { a: 'x' } }, 'not by both'],
    ['{', 'Send an object'],
    [[1], 'Send an object'],
    [null, 'Send an object'],
  ])('is not said by %j', (sent, sentence) => {
    expect(() => readSelection(sent)).toThrow(sentence);
  });
});

describe('a verdict on many', () => {
  it.each<[uid: unknown, given: string | null]>([
    ['validation_status_on_hold', 'validation_status_on_hold'],
    ['xyz', null],
    [null, null],
  ])('%j is %j', (uid, given) => {
    expect(readVerdicts({ confirm: true, 'validation_status.uid': uid }).uid).toBe(given);
  });

  it('must be said', () => {
    expect(() => readVerdicts({ confirm: true })).toThrow('`validation_status.uid` is required');
  });
});

describe('an edit of many', () => {
  it('takes texts, numbers and flags, and passes over what identifies a submission', () => {
    const data = { 'g/a': 7, b: true, c: null, d: 'x', meta: 'x', 'meta/instanceID': 'x', __version__: 'x' };
    expect(readBulkEdit({ confirm: true, data }).answers).toEqual([
      ['g/a', '7'],
      ['b', 'true'],
      ['c', ''],
      ['d', 'x'],
    ]);
  });

  it.each([{ query: {} }, { query: {}, confirm: true }])('means all by %j', (choice) => {
    expect(readBulkEdit({ ...choice, data: { a: 'x' } }).selection).toEqual({ kind: 'all' });
    expect(readBulkEdit(JSON.stringify({ ...choice, data: { a: 'x' } })).selection).toEqual({ kind: 'all' });
  });

  it('is of the named ones when an empty filter stands beside them', () => {
    const sent = { submission_ids: [2], query: {}, data: { a: 'x' } };
    expect(readBulkEdit(sent).selection).toEqual({ kind: 'ids', ids: [2] });
  });

  it.each<[data: unknown, sentence: string]>([
    [undefined, '`data` is required'],
    [{}, '`data` is required'],
    [[], '`data` is required'],
    [{ a: ['x'] }, 'The answer to "a" is no text'],
    [{ 'a b': 'x' }, '"a b" is no XML name'],
    [{ '': 'x' }, 'is no XML name'],
    [{ a: '\u0001' }, 'U+0001'],
  ])('is not %j', (data, sentence) => {
    expect(() => readBulkEdit({ confirm: true, data })).toThrow(sentence);
  });
});
